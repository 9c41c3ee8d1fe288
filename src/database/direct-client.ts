import pg from 'pg';
import { connectToHosts } from './hosts/connect-to-hosts.ts';

/**
 * Opens one connection outside the pool, for `listen` and for copies of tables. It must lead to Postgres itself: a pooler gives the
 * connection to others between two statements.
 */
export async function openDirectClient(connection: pg.ClientConfig): Promise<pg.Client> {
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
  return client;
}
