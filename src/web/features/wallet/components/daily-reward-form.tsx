import { Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FetcherWithComponents, useFetcher } from 'react-router';
import { formatMoney } from '#shared/format/money.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { NextReward } from './next-reward.tsx';

export interface Reward {
  formKey: string;
  /** Cents. */
  amount: number;
  /** Whether today's (UTC) was claimed. */
  claimed: boolean;
  /** When the next one can be claimed, ISO. */
  nextAt: string;
}

/** What the form is answered; cents. */
export interface RewardAnswer {
  claimed?: number;
  balance?: number;
  refusal?: { message: string };
}

interface DailyRewardProps {
  reward: Reward;
  /** What a form sent without script was answered. */
  earlier?: RewardAnswer;
  /** Another button beside the one that claims. */
  beside?: ReactNode;
}

/** Today's reward: to claim, just claimed with the new balance, or claimed before. */
export function DailyRewardForm({ reward, earlier, beside }: DailyRewardProps) {
  // Kept here, as the form itself is gone with the answer.
  const fetcher = useFetcher<RewardAnswer>();
  const answer = fetcher.data ?? earlier;
  const done = answer?.claimed !== undefined && answer.balance !== undefined;
  return (
    <div className="grid gap-5">
      <div aria-live="polite" className="grid gap-3">
        {done && answer.claimed !== undefined && answer.balance !== undefined && (
          <Notice tone="success">
            {formatMoney(answer.claimed)} claimed. Your balance is {formatMoney(answer.balance)}{' '}
            now.
          </Notice>
        )}
        {!done && answer?.refusal && <Notice tone="failure">{answer.refusal.message}</Notice>}
        {!done && !answer?.refusal && reward.claimed && (
          <Notice tone="success">You have already claimed the reward of today.</Notice>
        )}
        {(done || reward.claimed) && (
          <p className="text-muted">
            <NextReward at={reward.nextAt} />
          </p>
        )}
      </div>
      <div className="flex flex-row-reverse flex-wrap gap-3">
        {!done && !reward.claimed && <ClaimButton fetcher={fetcher} formKey={reward.formKey} />}
        {beside}
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
