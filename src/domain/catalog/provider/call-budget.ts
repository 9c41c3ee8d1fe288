import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { gamesDatabaseCalls } from '#database/schema.ts';
import type { Clock, Log } from '#domain/base-context.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';

/** What a call is for: something never asked before, or a later look at what is kept. */
export type Purpose = 'new' | 'renewal';

/**
 * Counts the calls of a calendar month (UTC), which the source's plan limits, for all nodes together.
 * Renewals are spread over the month: by its tenth day they have used at most a third, so that pages
 * which are read every day leave room for what was never asked.
 */
export function createBudget(db: Pick<Database, 'execute'>, clock: Clock, log: Log) {
  const usedUpUntil: Record<Purpose, number> = { new: 0, renewal: 0 };

  return {
    /** Whether it is worth to `take`, by what this node knows already. */
    mayTake: (purpose: Purpose): boolean => clock.now().getTime() >= usedUpUntil[purpose],

    /** Counts one call, or answers false when there is none left for it. */
    async take(purpose: Purpose): Promise<boolean> {
      const now = clock.now();
      const { allowed, until } = shareOf(purpose, now);
      const month = `${now.toISOString().slice(0, 7)}-01`;
      // The condition in the write settles what nodes that count at once would overdraw.
      const { rows } = await db.execute(sql`
        insert into ${gamesDatabaseCalls} as kept (month, calls) values (${month}::date, 1)
        on conflict (month) do update set calls = kept.calls + 1 where kept.calls < ${allowed}
        returning calls`);
      if (rows.length > 0) return true;
      if (purpose === 'new') {
        const calls = catalogProviderConstants.callsPerMonth;
        log.warn({ calls }, 'the games database was called as often as its plan allows this month');
      }
      usedUpUntil[purpose] = until;
      return false;
    },
  };
}

/** How many calls of the month such a call may follow, and when that will be more. */
function shareOf(purpose: Purpose, now: Date): { allowed: number; until: number } {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const next = Date.UTC(year, month + 1, 1);
  if (purpose === 'new') return { allowed: catalogProviderConstants.callsPerMonth, until: next };
  const days = Math.round((next - Date.UTC(year, month, 1)) / 86_400_000);
  const allowed = Math.floor((catalogProviderConstants.callsPerMonth * day) / days);
  return { allowed, until: Date.UTC(year, month, day + 1) };
}
