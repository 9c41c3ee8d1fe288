import type pg from 'pg';
import { isConnectionLost, isRefusedByStandby } from '../postgres-errors.ts';
import { retryConflicts } from '../retry-conflicts.ts';

/** Calls that could write, in a statement that begins like a read. `pgboss` is the schema of the jobs. */
const effects =
  /\b(?:nextval|setval|set_config|pg_\w+|pgboss\.\w+)\s*\(|\bfor (?:no key )?update\b/i;

/**
 * Makes the pool retry statements that Postgres ended because of a conflict. A statement outside a
 * transaction is a transaction of its own, and is retried like one. The library leaves this to its callers:
 * https://github.com/brianc/node-postgres/issues/2092
 * A read runs again also when its connection broke. A write does so only when a standby refused it, because
 * otherwise it may have been executed.
 */
export function retryStatements(pool: pg.Pool): void {
  const query: (...args: unknown[]) => unknown = pool.query.bind(pool);
  pool.query = ((...args: unknown[]) =>
    retryConflicts(
      async () => query(...args),
      (error) => isRefusedByStandby(error) || (isRead(args[0]) && isConnectionLost(error)),
    )) as typeof query & typeof pool.query;
}

function isRead(statement: unknown): boolean {
  const text =
    typeof statement === 'object' && statement !== null && 'text' in statement
      ? statement.text
      : statement;
  return typeof text === 'string' && /^\s*select\b/i.test(text) && !effects.test(text);
}
