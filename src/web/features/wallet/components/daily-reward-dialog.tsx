import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { DailyRewardForm, type Reward } from './daily-reward-form.tsx';

interface DailyRewardDialogProps {
  reward: Reward;
  open: boolean;
  onClose: () => void;
}

/** Today's reward in a dialog, claimable or claimed. The player can close it and claim later. */
export default function DailyRewardDialog({ reward, open, onClose }: DailyRewardDialogProps) {
  const { formatMoney } = useNumbers();
  const { claimed, amount } = reward;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={claimed ? 'Daily reward' : 'Your daily reward is here'}
      description={
        claimed
          ? undefined
          : `${formatMoney(amount)} for coming by. You can claim it once each calendar day (UTC).`
      }
    >
      <DailyRewardForm
        reward={reward}
        extraAction={
          <Button type="button" variant={claimed ? 'quiet' : 'ghost'} size="lg" onClick={onClose}>
            {claimed ? 'Close' : 'Later'}
          </Button>
        }
      />
    </Dialog>
  );
}
