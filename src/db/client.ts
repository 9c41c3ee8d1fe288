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
  pool.on('connect', (client) => {
    // Between two statements of a transaction nobody listens; the next one tells that it is broken.
    client.on('error', () => undefined);
    giveBackUnbegun(client);
  });
  return drizzle(pool, { schema, casing: 'snake_case' });
}

/**
 * The query builder keeps a connection for ever on which a transaction could not begin; after a few
 * broken ones the pool would have none left.
 */
function giveBackUnbegun(client: pg.PoolClient): void {
  const query: (...args: unknown[]) => unknown = client.query.bind(client);
  client.query = ((...args: unknown[]) => {
    const answer = query(...args);
    if (answer instanceof Promise && isBegin(args[0])) answer.catch(() => client.release(true));
    return answer;
  }) as typeof client.query;
}

function isBegin(query: unknown): boolean {
  if (typeof query !== 'object' || query === null || !('text' in query)) return false;
  return typeof query.text === 'string' && query.text.startsWith('begin');
}
