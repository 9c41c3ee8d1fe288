import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Older runs of skipped messages count as read, so that a conversation's row stays small. */
const runsMax = 100;

interface Marks {
  lastNumber: SQL | PgColumn;
  /** Of the one side: the last number that it has read or sent, and what it skipped before. */
  read: SQL | PgColumn;
  skipped: SQL | PgColumn;
}

/** How many messages of a conversation one side has not read. The count of every screen is this one. */
export function countUnreadMessages({ lastNumber, read, skipped }: Marks): SQL<number> {
  return sql<number>`(${lastNumber} - ${read} + (
    select coalesce(sum(upper(run) - lower(run)), 0) from unnest(${skipped}) as run))::integer`;
}

/** The newest runs of what one side has skipped. */
export function newestRuns(skipped: SQL): SQL {
  return sql`(select coalesce(range_agg(newest.run), '{}'::int4multirange)
    from (select run from unnest(${skipped}) as run
      order by run desc limit ${sql.raw(String(runsMax))}) as newest)`;
}
