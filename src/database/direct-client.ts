import pg from 'pg';

/**
 * Opens one connection outside the pool, for `listen`. It must lead to Postgres itself: a pooler gives the
 * connection to others between two statements.
 */
export async function openDirectClient(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    application_name: 'guildhall events',
    ...connection,
  });
  // Without a listener, an error of a broken connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
