import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { ColumnTypes } from './column-types.ts';
import { rowObservation } from './row-observer.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

/** Where a raw statement can run: on the pool, in a transaction, or on a connection of a test. */
export interface StatementTarget {
  $client: pg.Pool | pg.PoolClient | pg.Client;
}

/** Runs a statement with a fixed text; the values go to its placeholders. */
export type Statement<Row, Values> = (db: StatementTarget, values: Values) => Promise<Row[]>;

/**
 * Creates a statement that each connection parses and plans once. For frequent queries that are one
 * statement. Values are passed by the names of `sql.placeholder`.
 */
export function prepareStatement<Row extends object, Values extends Record<string, unknown>>(
  name: string,
  columns: ColumnTypes<Row>,
  statement: SQL,
): Statement<Row, Values> {
  return createStatement({ name, columns, statement });
}

/**
 * Creates a statement that is planned for the values of each call. For rare statements, and for
 * those whose plan depends on the values.
 */
export function declareStatement<Row extends object, Values extends Record<string, unknown>>(
  columns: ColumnTypes<Row>,
  statement: SQL,
): Statement<Row, Values> {
  return createStatement({ columns, statement });
}

interface StatementParts<Row> {
  /** With a name it is prepared. */
  name?: string;
  columns: ColumnTypes<Row>;
  statement: SQL;
}

function createStatement<Row extends object, Values extends Record<string, unknown>>({
  name,
  columns,
  statement,
}: StatementParts<Row>): Statement<Row, Values> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  rowObservation.observer?.onDeclare?.({ text, columns });
  return (db, values) =>
    runQuery(db, columns, { name, text, values: fillPlaceholders(params, values) });
}

/** Runs a statement that is built from parts for this call. */
export function queryRows<Row extends object>(
  db: StatementTarget,
  columns: ColumnTypes<Row>,
  statement: SQL,
): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  rowObservation.observer?.onDeclare?.({ text, columns });
  return runQuery(db, columns, { text, values: params });
}

async function runQuery<Row extends object>(
  db: StatementTarget,
  columns: ColumnTypes<Row>,
  query: pg.QueryConfig,
): Promise<Row[]> {
  const client: Pick<pg.ClientBase, 'query'> = db.$client;
  const result = await client.query<Row & Record<string, unknown>>(query);
  rowObservation.observer?.onResult?.({ text: query.text, columns }, result);
  return result.rows;
}
