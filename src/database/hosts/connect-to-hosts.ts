import type pg from 'pg';
import { DatabaseHosts, defaultHostTimes } from './database-hosts.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { createPrimaryClient } from './primary-client.ts';

type PrimaryClient = ReturnType<typeof createPrimaryClient>;

/**
 * The class of the connections to `connection`, and their options. A database URL may name several hosts; its
 * connections lead to the one that accepts writes. Null for a connection without a URL: the embedded Postgres.
 * @throws DatabaseUrlError
 */
export function connectToHosts<Config extends pg.ClientConfig>(
  connection: Config,
  times = defaultHostTimes,
): { hosts: DatabaseHosts; Client: PrimaryClient; config: Config } | null {
  if (connection.connectionString === undefined) return null;
  const parsed = parseDatabaseUrl(connection.connectionString);
  const hosts = new DatabaseHosts(parsed, times);
  // Every connection replaces the first host before it connects.
  const config = { ...connection, connectionString: parsed[0].url };
  return { hosts, Client: createPrimaryClient(hosts), config };
}
