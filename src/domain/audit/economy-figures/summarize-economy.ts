import { sql } from 'drizzle-orm';
import { integer, nullable, timestamptz } from '#database/column-types.ts';
import { declareStatement, type StatementTarget } from '#database/prepared-query.ts';
import {
  activeDays,
  cardDraws,
  economySummaryProgress,
  ledgerEntries,
  playerCounts,
  users,
} from '#database/schema.ts';
import { nextUtcDay, utcDay, utcMonth } from '#shared/format/utc-day.ts';
import type { Ctx } from '../../context.ts';
import { writeCardDay } from './write-card-day.ts';
import { writeMoneyDay } from './write-money-day.ts';

const value = sql.placeholder;

/** A day is summed up for the last time when it has been over for this long: transactions can commit late. */
const lateMs = 60 * 60 * 1000;

/**
 * Sums up players, money and cards by UTC day for the figures of admins: the days since the last run. Each day is
 * summed up as a whole, so a repeated run changes nothing. Call it after `summarizeSales`, from whose days it takes
 * sold cards and prices. After `stopping` is aborted it ends with the day that it is at, and the next run continues
 * there. Returns the number of days.
 */
export async function summarizeEconomy(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  stopping?: AbortSignal,
): Promise<number> {
  await db.insert(economySummaryProgress).values({ id: 1 }).onConflictDoNothing();
  let days = 0;
  let next: Date | null = null;
  while (!stopping?.aborted) {
    const after: Date | null = next;
    next = await db.transaction(async (tx) => {
      // The first run reads the whole history, and no request waits for it.
      await tx.execute(sql`set local statement_timeout = '5min'`);
      // Locks the row, so that two runs work one after the other.
      const [progress] = await lockProgress(tx, {});
      const now = clock.now();
      const start: Date = after ?? (await findStart(tx, progress?.summarizedAt ?? null)) ?? now;
      if (start > now) return null;
      const day = { day: utcDay(start) };
      await writeMoneyDay(tx, day);
      await writeCardDay(tx, day);
      await countPlayers(tx, { period: day.day, from: day.day, to: day.day });
      const month = utcMonth(start);
      await countPlayers(tx, { period: month, from: `${month}-01`, to: `${month}-31` });
      const end = nextUtcDay(start);
      await storeProgress(tx, { at: end < now ? end : now });
      return end;
    });
    if (next === null) break;
    days += 1;
  }
  return days;
}

/** The time of the first day to sum up; null without any history. */
async function findStart(tx: StatementTarget, summarizedAt: Date | null): Promise<Date | null> {
  if (summarizedAt) return new Date(summarizedAt.getTime() - lateMs);
  const [first] = await findFirstTime(tx, {});
  return first?.at ?? null;
}

const lockProgress = declareStatement<{ summarizedAt: Date | null }, Record<string, never>>(
  { summarizedAt: nullable(timestamptz) },
  sql`select progress.summarized_at as "summarizedAt"
    from ${economySummaryProgress} as progress for update`,
);

const findFirstTime = declareStatement<{ at: Date | null }, Record<string, never>>(
  { at: nullable(timestamptz) },
  sql`select least(
      (select min(entry.created_at) from ${ledgerEntries} as entry),
      (select min(draw.drawn_at) from ${cardDraws} as draw),
      (select min(active.day)::timestamp at time zone 'UTC' from ${activeDays} as active)
    ) as at`,
);

const storeProgress = declareStatement<{ stored: number }, { at: Date }>(
  { stored: integer },
  sql`update ${economySummaryProgress} set summarized_at = ${value('at')}::timestamptz
    returning 1 as stored`,
);

/**
 * Counts the accounts of a day or month, without example players. A count never falls: accounts that were deleted
 * meanwhile, and days that are purged, are no longer known.
 */
const countPlayers = declareStatement<
  { stored: number },
  { period: string; from: string; to: string }
>(
  { stored: integer },
  sql`insert into ${playerCounts} as stored (period, active, created)
    select ${value('period')}::text, count(*)::integer,
      count(*) filter (where starts_with(
        to_char(account.created_at at time zone 'UTC', 'YYYY-MM-DD'), ${value('period')}::text))::integer
    from (
      select distinct active.user_id from ${activeDays} as active
      where active.day between ${value('from')}::text and ${value('to')}::text
    ) as seen join ${users} as account on account.id = seen.user_id and not account.is_example
    having count(*) > 0
    on conflict (period) do update set active = greatest(stored.active, excluded.active),
      created = greatest(stored.created, excluded.created)
    returning 1 as stored`,
);
