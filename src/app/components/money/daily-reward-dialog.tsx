import { Gift } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { useToast } from '../toast.tsx';

interface DailyRewardFormProps {
  formKey: string;
  onDone?: () => void;
}

interface Answer {
  claimed?: number;
  refusal?: { code: string; message: string };
}

/** The button that claims today's reward; what came of it is said in passing. */
export function DailyRewardForm({ formKey, onDone }: DailyRewardFormProps) {
  const fetcher = useFetcher<Answer>();
  const toast = useToast();
  const answer = fetcher.data;

  useEffect(() => {
    if (fetcher.state !== 'idle' || !answer) return;
    if (answer.claimed) toast.success(`${formatMoney(answer.claimed)} claimed. See you tomorrow.`);
    if (answer.refusal) toast.failure(answer.refusal.message);
    onDone?.();
  }, [fetcher.state, answer, onDone, toast]);

  return (
    <fetcher.Form method="post" action="/daily-reward">
      <input type="hidden" name="key" value={formKey} />
      <Button size="lg" pending={fetcher.state !== 'idle'}>
        <Gift aria-hidden />
        Claim your reward
      </Button>
    </fetcher.Form>
  );
}

interface DailyRewardDialogProps {
  formKey: string;
  /** Cents. */
  amount: number;
  /** The UTC day, so that it greets once a day in each tab. */
  day: string;
}

/** Greets a player who can claim today's reward, once a day; it can be put off. */
export function DailyRewardDialog({ formKey, amount, day }: DailyRewardDialogProps) {
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
