import { useEffect, useState } from 'react';
import { formatMoney } from '#shared/money.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { DailyRewardForm } from './daily-reward-form.tsx';

interface DailyRewardDialogProps {
  formKey: string;
  /** Cents. */
  amount: number;
  /** The UTC day, so that it greets once a day in each tab. */
  day: string;
}

/** Greets a player who can claim today's reward, once a day; it can be put off. */
export default function DailyRewardDialog({ formKey, amount, day }: DailyRewardDialogProps) {
  const [open, setOpen] = useState(false);

  useEffect(() => {
    setOpen(sessionStorage.getItem('reward-greeted') !== day);
  }, [day]);

  function close() {
    sessionStorage.setItem('reward-greeted', day);
    setOpen(false);
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Your daily reward is here"
      description={`${formatMoney(amount)} for coming by. You can claim it once each calendar day (UTC).`}
      actions={
        <>
          <DailyRewardForm formKey={formKey} onDone={close} />
          <Button type="button" variant="ghost" size="lg" onClick={close}>
            Later
          </Button>
        </>
      }
    />
  );
}
