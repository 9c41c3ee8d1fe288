import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { integer } from '../column-types.ts';
import { typedSql } from '../typed-sql.ts';

/**
 * The number of runs of skipped messages that are stored. Older ones count as read, so that a
 * conversation's row stays small.
 */
const runsMax = 100;

interface Marks {
  lastNumber: SQL | PgColumn;
  /** The last number that the side has read or sent, and the messages before it that it skipped. */
  read: SQL | PgColumn;
  skipped: SQL | PgColumn;
}

/**
 * The number of messages of a conversation that one side has not read. All unread counts use this.
 */
export function countUnreadMessages({ lastNumber, read, skipped }: Marks): SQL<number> {
  return typedSql(
    integer,
    sql`(${lastNumber} - ${read} + (
    select coalesce(sum(upper(run) - lower(run)), 0) from unnest(${skipped}) as run))::integer`,
  );
}

/** Keeps only the newest runs of skipped messages. */
export function limitSkippedRuns(skipped: SQL): SQL {
  return sql`(select coalesce(range_agg(newest.run), '{}'::int4multirange)
    from (select run from unnest(${skipped}) as run
      order by run desc limit ${sql.raw(String(runsMax))}) as newest)`;
}
