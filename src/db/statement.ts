import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * Makes a statement that each connection parses and plans once: for the hot path, where one statement
 * is the whole transaction. Values go in by the names of `sql.placeholder`.
 */
export function preparedStatement<Row extends object, Values extends Record<string, unknown>>(
  name: string,
  statement: SQL,
): (db: Database, values: Values) => Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return async (db, values) => {
    const result = await db.$client.query<Row & Record<string, unknown>>({
      name,
      text,
      values: fillPlaceholders(params, values),
    });
    return result.rows;
  };
}
