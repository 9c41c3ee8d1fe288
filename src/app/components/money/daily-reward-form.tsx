import { Gift } from 'lucide-react';
import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '../button.tsx';
import { IdempotencyKey } from '../idempotency-key.tsx';
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
    if (answer.refusal) toast.failure(answer.refusal.message);
    onDone?.();
  }, [fetcher.state, answer, onDone, toast]);

  return (
    <fetcher.Form method="post" action="/daily-reward">
      <IdempotencyKey value={formKey} />
      <Button size="lg" pending={fetcher.state !== 'idle'}>
        <Gift aria-hidden />
        Claim your reward
      </Button>
    </fetcher.Form>
  );
}
