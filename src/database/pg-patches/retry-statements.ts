import type pg from 'pg';
import { retryConflicts } from '../retry-conflicts.ts';

/**
 * Makes the pool retry statements that Postgres ended because of a conflict. A statement outside a
 * transaction is a transaction of its own, and is retried like one. The library leaves this to its callers:
 * https://github.com/brianc/node-postgres/issues/2092
 */
export function retryStatements(pool: pg.Pool): void {
  const query: (...args: unknown[]) => unknown = pool.query.bind(pool);
  pool.query = ((...args: unknown[]) =>
    retryConflicts(async () => query(...args))) as typeof query & typeof pool.query;
}
