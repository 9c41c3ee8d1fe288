import { Gift } from 'lucide-react';
import { useRootData } from '#web/lib/root-data.ts';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { DailyRewardLink } from './daily-reward-link.tsx';

/** The daily reward in one line: whether it can be claimed, with a link to it. */
export function DailyRewardCard({ className = '' }: { className?: string }) {
  const { formatMoney } = useNumbers();
  const reward = useRootData()?.dailyReward;
  if (!reward) return null;
  return (
    <DailyRewardLink
      className={`flex items-center gap-4 rounded-lg bg-surface px-4 py-3 shadow-lift transition-colors hover:bg-raised sm:px-5 ${className}`}
    >
      <span
        className={`grid size-11 shrink-0 place-items-center rounded-full ${reward.claimed ? 'bg-alive-wash text-alive' : 'bg-accent-wash text-accent-ink'}`}
      >
        <Gift aria-hidden className="size-5" />
      </span>
      <span className="grid min-w-0">
        <span className="font-semibold">Daily reward</span>
        <span className="text-sm text-muted">
          {reward.claimed ? (
            <>
              Claimed today. The next one comes at <DateTime value={reward.nextAt} format="time" />.
            </>
          ) : (
            `${formatMoney(reward.amount)} is waiting for you.`
          )}
        </span>
      </span>
      {!reward.claimed && (
        <span className="ml-auto rounded-md bg-accent px-4 py-2 text-sm font-semibold text-on-accent">
          Claim
        </span>
      )}
    </DailyRewardLink>
  );
}
