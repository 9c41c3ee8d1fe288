import type pg from 'pg';
import { retry } from '#shared/lib/retry.ts';
import { ConnectingError, isConnectionLost } from '../postgres-errors.ts';
import type { DatabaseHosts } from './database-hosts.ts';

/** No attempt to connect starts after this time. The last one may take a few seconds more. */
const defaultDeadlineMs = 8_000;
const [waitMinMs, waitMaxMs] = [50, 500];

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: pg.PoolClient['release'],
) => void;

/** Makes a pool try again to connect while its servers change roles. Nothing has been sent then. */
export function retryConnecting(
  pool: pg.Pool,
  hosts: DatabaseHosts,
  deadlineMs = defaultDeadlineMs,
): void {
  const connectOnce: () => Promise<pg.PoolClient> = pool.connect.bind(pool);
  const connectWhenSettled = async () => {
    // Otherwise the pool could return a connection to a server that has just refused a write.
    await hosts.doubtSettled;
    return connectOnce();
  };
  const tryToConnect = () =>
    retry(connectWhenSettled, {
      attempts: Number.POSITIVE_INFINITY,
      deadline: performance.now() + deadlineMs,
      waitMs: (error, attempt) =>
        isConnectionLost(error) && !pool.ending
          ? Math.min(waitMinMs * 2 ** attempt, waitMaxMs)
          : null,
    });
  const connect = () =>
    tryToConnect().catch((error: Error) => {
      throw isConnectionLost(error) ? new ConnectingError(error.message, { cause: error }) : error;
    });
  pool.connect = ((connected?: Connected) => {
    if (!connected) return connect();
    connect().then(
      (client) => connected(undefined, client, client.release),
      (error: Error) => connected(error, undefined, () => undefined),
    );
  }) as typeof pool.connect;
}
