import { and, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';
import { integer } from './column-types.ts';
import { declareStatement } from './prepared-query.ts';

/** 8 MB: one statement takes less than a second, also when it deletes all rows of these pages. */
const pagesPerStatement = 1_024;

const countPages = declareStatement<{ pages: number }, { table: string }>(
  { pages: integer },
  sql`select (pg_relation_size(${sql.placeholder('table')}::regclass)
    / current_setting('block_size')::integer)::integer as pages`,
);

/**
 * Deletes the rows of a table that match `where`, in many short statements, each over some pages. So it needs no
 * index, no statement reaches the time limit, and others wait only shortly for the rows. It reads the whole table
 * once. Rows that another transaction writes meanwhile may be left for the next run.
 * Returns the number of deleted rows.
 */
export async function deleteInBatches(
  db: Database,
  table: PgTable,
  where: SQL | undefined,
  pagesAtOnce = pagesPerStatement,
): Promise<number> {
  const [size] = await countPages(db, { table: getTableName(table) });
  const pages = size?.pages ?? 0;
  let deleted = 0;
  for (let page = 0; page < pages; page += pagesAtOnce) {
    const [from, to] = [`(${page},0)`, `(${page + pagesAtOnce},0)`];
    const within = sql`${table}.ctid >= ${from}::tid and ${table}.ctid < ${to}::tid`;
    const { rowCount } = await db.delete(table).where(and(within, where));
    deleted += rowCount ?? 0;
  }
  return deleted;
}
