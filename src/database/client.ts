import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { telemetry } from '#shared/lib/telemetry.ts';
import type { Execute } from './execute.ts';
import { connectToHosts } from './hosts/connect-to-hosts.ts';
import { retryConnecting } from './hosts/retry-connecting.ts';
import { measureQueries } from './measure-queries.ts';
import { ignoreClientErrors } from './pg-patches/ignore-client-errors.ts';
import { retryStatements } from './pg-patches/retry-statements.ts';
import { reuseConnections } from './pg-patches/reuse-connections.ts';
import { createRunTransaction, type RunTransaction } from './pg-patches/transaction.ts';
import * as schema from './schema.ts';

/** The database for use cases; `$client` is the pool, for prepared statements. */
export type Database = Omit<NodePgDatabase<typeof schema>, 'transaction' | 'execute'> &
  Execute & {
    transaction: RunTransaction;
    $client: pg.Pool;
  };

/** A transaction, or the database itself where one statement is enough. */
export type Queryable = Pick<
  NodePgDatabase<typeof schema>,
  'select' | 'insert' | 'update' | 'delete' | 'selectDistinct' | '$with' | 'with'
> &
  Execute & { $client: pg.Pool | pg.PoolClient };

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
 * Opens a connection pool. With a `connectionString`, which may name several hosts, it connects to the server
 * that accepts writes. A connection that breaks while it is idle is reported to `onError` and
 * replaced. Without a listener the error would end the process.
 */
export function openDatabase(
  connection: pg.PoolConfig,
  onError: (error: Error) => void = () => {},
): Database {
  const pool = openPool({ max: 20, ...timeouts, ...connection });
  pool.on('error', onError);
  ignoreClientErrors(pool);
  reuseConnections(pool);
  retryStatements(pool);
  if (telemetry.current) measureQueries(pool);
  return createDatabase(pool);
}

/** The database over a pool. `setUp` are statements that come first in each transaction. */
export function createDatabase(pool: pg.Pool, setUp?: string): Database {
  const db = drizzle(pool, { schema, casing });
  const { schema: tables, fullSchema, tableNamesMap } = db._;
  const run = createRunTransaction({
    pool,
    dialect: new PgDialect({ casing }),
    tables: tables && { schema: tables, fullSchema, tableNamesMap },
    setUp,
  });
  return Object.assign(db, { transaction: run });
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const connected = connectToHosts(options);
  if (!connected) return new pg.Pool(options);
  // The type of the option has no constructor with arguments, but the pool passes its options.
  const Client = connected.Client as unknown as NonNullable<pg.PoolConfig['Client']>;
  const pool = new pg.Pool({ ...connected.config, Client });
  retryConnecting(pool, connected.hosts);
  return pool;
}
