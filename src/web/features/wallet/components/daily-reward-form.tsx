import { Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FetcherWithComponents, useFetcher } from 'react-router';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { NextRewardTime } from './next-reward-time.tsx';

export interface Reward {
  formKey: string;
  /** Cents. */
  amount: number;
  /** Whether today's reward (UTC) was claimed. */
  claimed: boolean;
  /** When the next reward can be claimed, as ISO 8601. */
  nextAt: string;
}

/** The result of the form; amounts in cents. */
export interface RewardResult {
  claimed?: number;
  balance?: number;
  error?: { message: string };
}

interface DailyRewardFormProps {
  reward: Reward;
  /** The result of a form that was sent without scripts. */
  initialResult?: RewardResult;
  /** Another button beside the one that claims. */
  extraAction?: ReactNode;
}

/** Today's reward: claimable, just claimed with the new balance, or claimed before. */
export function DailyRewardForm({ reward, initialResult, extraAction }: DailyRewardFormProps) {
  const { formatMoney } = useNumbers();
  // The fetcher is here because the form disappears when the result arrives.
  const fetcher = useFetcher<RewardResult>();
  const result = fetcher.data ?? initialResult;
  const done = result?.claimed !== undefined && result.balance !== undefined;
  return (
    <div className="grid gap-5">
      <div aria-live="polite" className="grid gap-3">
        {done && result.claimed !== undefined && result.balance !== undefined && (
          <Alert tone="success">
            {formatMoney(result.claimed)} claimed. Your balance is {formatMoney(result.balance)}{' '}
            now.
          </Alert>
        )}
        {!done && result?.error && <Alert tone="failure">{result.error.message}</Alert>}
        {!done && !result?.error && reward.claimed && (
          <Alert tone="success">You have already claimed the reward of today.</Alert>
        )}
        {(done || reward.claimed) && (
          <p className="text-muted">
            <NextRewardTime at={reward.nextAt} />
          </p>
        )}
      </div>
      <div className="flex flex-row-reverse flex-wrap gap-3">
        {!done && !reward.claimed && <ClaimButton fetcher={fetcher} formKey={reward.formKey} />}
        {extraAction}
      </div>
    </div>
  );
}

function ClaimButton(props: { fetcher: FetcherWithComponents<unknown>; formKey: string }) {
  const { fetcher, formKey } = props;
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
