import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema.ts';

/** The database as use cases see it; `$client` is the pool, for prepared statements. */
export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool };

/** A transaction, or the database itself where one statement is enough. */
export type Queryable = Pick<
  NodePgDatabase<typeof schema>,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'selectDistinct' | '$with' | 'with'
>;

/** A database that hangs must not pile up requests; longer than what any page needs. */
const timeouts = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  keepAlive: true,
} satisfies pg.PoolConfig;

/**
 * Opens a pool. A connection that breaks while idle is reported to `onError` and replaced; without a
 * listener it would end the process.
 */
export function openDatabase(
  connection: pg.PoolConfig,
  onError: (error: Error) => void = () => {},
): Database {
  const pool = new pg.Pool({ max: 20, ...timeouts, ...connection });
  pool.on('error', onError);
  return drizzle(pool, { schema, casing: 'snake_case' });
}
