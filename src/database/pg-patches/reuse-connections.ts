import type pg from 'pg';
import { getViolatedConstraint } from '../postgres-errors.ts';

type Done = (error: Error | undefined, result: unknown) => void;

/**
 * Makes the pool reuse the connection of a statement that broke a constraint. Use cases expect such an error,
 * like that of a purchase without enough money, and the connection still works. The library closes the
 * connection after every error, and a new one has to be opened and plans all statements again:
 * https://github.com/brianc/node-pg-pool/issues/48
 */
export function reuseConnections(pool: pg.Pool): void {
  pool.query = (async (...args: unknown[]) => {
    const client = await pool.connect();
    let works = false;
    try {
      const result = await send(client, args);
      works = true;
      return result;
    } catch (error) {
      works = getViolatedConstraint(error) !== null;
      throw error;
    } finally {
      client.release(!works);
    }
  }) as typeof pool.query;
}

/** With a callback, as the library's pool does, by which others recognize a statement of the pool. */
function send(client: pg.PoolClient, args: unknown[]): Promise<unknown> {
  const query = client.query.bind(client) as (...args: unknown[]) => void;
  return new Promise((resolve, reject) => {
    const done: Done = (error, result) => (error ? reject(error) : resolve(result));
    query(...args, done);
  });
}
