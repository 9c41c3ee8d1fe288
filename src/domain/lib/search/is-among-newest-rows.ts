import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** The condition that a row is one of the newest `limit` of its table. It bounds searches that no index serves. */
export function isAmongNewestRows(table: PgTable & { id: PgColumn }, limit: number): SQL {
  const after = sql`(select newer.id from ${table} as newer order by newer.id desc offset ${limit} limit 1)`;
  return sql`(${table.id} > ${after}) is not false`;
}
