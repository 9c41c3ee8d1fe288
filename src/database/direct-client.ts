import pg from 'pg';
import { connectToHosts } from './hosts/connect-to-hosts.ts';

/** How often a connection to one of several servers checks whether another one is the primary now. */
const defaultCheckEveryMs = 10_000;

/**
 * Opens one connection outside the pool, for `listen` and for copies of tables. It must lead to Postgres itself:
 * a pooler gives the connection to others between two statements. Of several servers it leads to the primary,
 * and ends when that is replaced.
 */
export async function openDirectClient(
  connection: pg.ClientConfig,
  checkEveryMs = defaultCheckEveryMs,
): Promise<pg.Client> {
  const config = {
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    application_name: 'guildhall events',
    ...connection,
  };
  const connected = connectToHosts(config);
  const client = connected ? new connected.Client(connected.config) : new pg.Client(config);
  // Without a listener, an error of a broken connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  if (connected && connected.hosts.count > 1) {
    // A replaced primary that still runs accepts `notify`, so no statement fails. The check ends the connection.
    const timer = setInterval(() => void connected.hosts.check(), checkEveryMs).unref();
    client.once('end', () => clearInterval(timer));
  }
  return client;
}
