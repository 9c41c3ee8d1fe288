import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { providerCalls } from '#database/schema.ts';
import type { Clock, Log } from '#domain/base-context.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';

/** Whether a call fetches a first answer or renews a stored one. */
export type CallPurpose = 'new' | 'renewal';

/**
 * Counts the provider calls of all nodes per calendar month (UTC); the provider's plan limits them.
 * Renewals are spread over the month (a third by its tenth day), so that pages which are read every day
 * leave calls for new queries.
 */
export function createCallBudget(db: Pick<Database, 'execute'>, clock: Clock, log: Log) {
  const exhaustedUntil: Record<CallPurpose, number> = { new: 0, renewal: 0 };

  return {
    /** False while this node knows that `take` would return false. */
    mayTake: (purpose: CallPurpose): boolean => clock.now().getTime() >= exhaustedUntil[purpose],

    /** Counts one call. Returns false if no call is left for this purpose. */
    async take(purpose: CallPurpose): Promise<boolean> {
      const now = clock.now();
      const { allowed, until } = allowanceFor(purpose, now);
      const month = `${now.toISOString().slice(0, 7)}-01`;
      // The condition is in the write, so that nodes that count at the same time cannot exceed the budget.
      const { rowCount } = await db.execute(sql`
        insert into ${providerCalls} as stored (month, calls) values (${month}::date, 1)
        on conflict (month) do update set calls = stored.calls + 1 where stored.calls < ${allowed}
        returning calls`);
      if (rowCount) return true;
      if (purpose === 'new') {
        const calls = catalogProviderConstants.callsPerMonth;
        log.warn(
          { calls },
          'the catalog provider was called as often as its plan allows this month',
        );
      }
      exhaustedUntil[purpose] = until;
      return false;
    },
  };
}

/** The number of calls of the month before which such a call is allowed, and when that number grows. */
function allowanceFor(purpose: CallPurpose, now: Date): { allowed: number; until: number } {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const next = Date.UTC(year, month + 1, 1);
  if (purpose === 'new') return { allowed: catalogProviderConstants.callsPerMonth, until: next };
  const days = Math.round((next - Date.UTC(year, month, 1)) / 86_400_000);
  const allowed = Math.floor((catalogProviderConstants.callsPerMonth * day) / days);
  return { allowed, until: Date.UTC(year, month, day + 1) };
}
