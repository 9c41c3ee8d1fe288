import type pg from 'pg';

/**
 * Adds a listener for connections that break while a transaction holds them. Between two statements the
 * error has no other listener and would end the process; the next statement fails by itself. The pool
 * listens only to connections that nobody holds: https://github.com/brianc/node-postgres/issues/2439
 */
export function ignoreClientErrors(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
}
