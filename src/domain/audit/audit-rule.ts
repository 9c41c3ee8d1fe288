import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '#database/client.ts';
import { bigintText, json } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';

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
  /** The market fee that counts now. */
  feePercent: number;
  /** How long after a change of a price purchases may still pay the earlier one. */
  priceDelayMs: number;
  /** The present time. Without it, the time of the last transfer is used. */
  now: Date | null;
}

/** A rule that is broken. */
export interface Violation {
  rule: string;
  /** The rule as a sentence. */
  description: string;
  /** The number of rows that break the rule. */
  count: number;
  /** The first of these rows. */
  rows: Record<string, unknown>[];
}

/** How many rows of a violation are reported. */
const rowsShown = 20;

/** Checks one rule. Returns null if no row breaks it. */
export async function checkRule(
  tx: Queryable,
  { name, description, broken }: AuditRule,
  settings: AuditSettings,
): Promise<Violation | null> {
  const found = await queryRows<{ row: Record<string, unknown>; count: string }>(
    tx,
    { row: json(z.record(z.string(), z.unknown())), count: bigintText },
    sql`select to_jsonb(broken) as row, count(*) over () as count
      from (${typeof broken === 'function' ? broken(settings) : broken}) as broken limit ${rowsShown}`,
  );
  if (!found[0]) return null;
  const count = Number(found[0].count);
  return { rule: name, description, count, rows: found.map(({ row }) => row) };
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
