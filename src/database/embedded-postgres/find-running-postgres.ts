import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { DATABASE_NAME } from './postgres-cluster.ts';

/**
 * Finds the connection to the Postgres that already runs under `dataDir`, for a program beside the
 * server. The connection is tested. Null when no Postgres runs there.
 */
export async function findRunningPostgres(dataDir: string): Promise<pg.PoolConfig | null> {
  const read = (name: string) => readFile(join(resolve(dataDir), name), 'utf8').catch(() => '');
  // The lines of the file: process, data folder, start, port, socket folder, listen address, memory,
  // state.
  const [, , , port, socketFolder, listenAddress, , state] = (await read('postgres/postmaster.pid'))
    .split('\n')
    .map((line) => line.trim());
  const password = (await read('postgres.password')).trim();
  if (state !== 'ready' || !port || !password) return null;
  const connection = {
    host: socketFolder || listenAddress || '127.0.0.1',
    port: Number(port),
    user: DATABASE_NAME,
    password,
    database: DATABASE_NAME,
  };
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  // A server that stops at this moment reports it on the connection.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return connection;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
