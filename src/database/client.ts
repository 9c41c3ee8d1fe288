import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { retryConflicts } from './retry-conflicts.ts';
import * as schema from './schema.ts';
import { createRunTransaction, type RunTransaction } from './transaction.ts';

/** The database for use cases; `$client` is the pool, for prepared statements. */
export type Database = Omit<NodePgDatabase<typeof schema>, 'transaction'> & {
  transaction: RunTransaction;
  $client: pg.Pool;
};

/** A transaction, or the database itself where one statement is enough. */
export type Queryable = Pick<
  NodePgDatabase<typeof schema>,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'selectDistinct' | '$with' | 'with'
>;

const casing = 'snake_case';

/**
 * Timeouts, so that a database that hangs does not pile up requests. They are longer than any page
 * needs.
 */
const timeouts = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  keepAlive: true,
} satisfies pg.PoolConfig;

/**
 * Opens a connection pool. A connection that breaks while it is idle is reported to `onError` and
 * replaced. Without a listener the error would end the process.
 */
export function openDatabase(
  connection: pg.PoolConfig,
  onError: (error: Error) => void = () => {},
): Database {
  const pool = new pg.Pool({ max: 20, ...timeouts, ...connection });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // Between two statements of a transaction the error has no other listener; the next statement
    // fails by itself.
    client.on('error', () => undefined);
  });
  retryStatements(pool);
  const db = drizzle(pool, { schema, casing });
  const { schema: tables, fullSchema, tableNamesMap } = db._;
  const run = createRunTransaction({
    pool,
    dialect: new PgDialect({ casing }),
    tables: tables && { schema: tables, fullSchema, tableNamesMap },
  });
  // Replaces the library's function, which returns a connection to the pool even when its
  // transaction has not ended.
  return Object.assign(db, { transaction: run });
}

/** A statement outside a transaction is a transaction of its own, and is retried like one. */
function retryStatements(pool: pg.Pool): void {
  const query: (...args: unknown[]) => unknown = pool.query.bind(pool);
  pool.query = ((...args: unknown[]) =>
    retryConflicts(async () => query(...args))) as typeof query & typeof pool.query;
}
