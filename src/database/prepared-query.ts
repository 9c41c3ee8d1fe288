import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Database } from './client.ts';
import type { Transaction } from './transaction.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

/** Where a prepared statement can run: by itself, or as a part of a transaction. */
export type Connected = Pick<Database, '$client'> | Pick<Transaction, '$client'>;

/**
 * Makes a statement that each connection parses and plans once: for the hot path, where one statement
 * is the whole transaction. Values go in by the names of `sql.placeholder`.
 */
export function preparedStatement<Row extends object, Values extends Record<string, unknown>>(
  name: string,
  statement: SQL,
): (db: Connected, values: Values) => Promise<Row[]> {
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
