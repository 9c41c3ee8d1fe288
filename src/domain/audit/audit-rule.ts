import { type SQL, sql } from 'drizzle-orm';

/** One rule that the rows of a sound economy keep. */
export interface Rule {
  /** A short name, for metrics and logs. */
  name: string;
  /** The rule as a sentence. */
  says: string;
  /** Selects the rows that break it: none, in a sound database. */
  broken: SQL;
}

/**
 * The difference of two multisets of rows: what only `expected` or only `found` has, and how many more.
 * A plain aggregate, so that Postgres spills to disk instead of holding either in memory.
 */
export function difference(columns: SQL, expected: SQL, found: SQL): SQL {
  return sql`select ${columns}, sum(sign) as "missing" from (
      select *, 1 as sign from (${expected}) as expected
      union all select *, -1 from (${found}) as found
    ) as both_sides
    group by ${columns} having sum(sign) <> 0`;
}

/** The UTC day of a moment, as the day tables write it. */
export function dayOf(moment: SQL): SQL {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`;
}
