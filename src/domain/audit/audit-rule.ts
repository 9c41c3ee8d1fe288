import { type SQL, sql } from 'drizzle-orm';

/** A rule that a correct database follows. */
export interface AuditRule {
  /** A short name, for metrics and logs. */
  name: string;
  /** The rule as a sentence. */
  description: string;
  /** Selects the rows that break the rule. In a correct database it selects nothing. */
  broken: SQL | ((settings: AuditSettings) => SQL);
}

/** The settings that rules depend on. */
export interface AuditSettings {
  /** `MARKET_FEE_PERCENT`. */
  feePercent: number;
  /** How long after a change of a price purchases may still pay the earlier one. */
  priceDelayMs: number;
  /** The present time. Without it, the time of the last transfer is used. */
  now: Date | null;
}

/**
 * Selects the difference of two multisets of rows: rows that `expected` or `found` has more often, and
 * how many times more. It is a plain aggregate, so that Postgres can spill to disk.
 */
export function selectDifference(columns: SQL, expected: SQL, found: SQL): SQL {
  return sql`select ${columns}, sum(sign) as "missing" from (
      select *, 1 as sign from (${expected}) as expected
      union all select *, -1 from (${found}) as found
    ) as both_sides
    group by ${columns} having sum(sign) <> 0`;
}

/** The UTC day of a timestamp, in the format of the day tables. */
export function toUtcDaySql(timestamp: SQL): SQL {
  return sql`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD')`;
}
