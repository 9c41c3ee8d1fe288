import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Database } from './client.ts';
import type { Transaction } from './pg-patches/transaction.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

/** Where a prepared statement can run: on the pool or in a transaction. */
export type StatementTarget = Pick<Database, '$client'> | Pick<Transaction, '$client'>;

/**
 * Creates a statement that each connection parses and plans once. For frequent queries that are one
 * statement. Values are passed by the names of `sql.placeholder`.
 */
export function prepareStatement<Row extends object, Values extends Record<string, unknown>>(
  name: string,
  statement: SQL,
): (db: StatementTarget, values: Values) => Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return async (db, values) => {
    const client: Pick<pg.PoolClient, 'query'> = db.$client;
    const result = await client.query<Row & Record<string, unknown>>({
      name,
      text,
      values: fillPlaceholders(params, values),
    });
    return result.rows;
  };
}
