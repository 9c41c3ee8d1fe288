import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { DATABASE } from './cluster.ts';

/**
 * How to reach the Postgres that already runs under `dataDir`, for a visitor beside the app: by what it
 * wrote of itself, and tried. Null when none runs there.
 */
export async function findRunningPostgres(dataDir: string): Promise<pg.PoolConfig | null> {
  const read = (name: string) => readFile(join(resolve(dataDir), name), 'utf8').catch(() => '');
  // The folder's lines: process, data, start, port, socket folder, address, memory, state.
  const [, , , port, socketFolder, address, , state] = (await read('postgres/postmaster.pid'))
    .split('\n')
    .map((line) => line.trim());
  const password = (await read('postgres.password')).trim();
  if (state !== 'ready' || !port || !password) return null;
  const connection = {
    host: socketFolder || address || '127.0.0.1',
    port: Number(port),
    user: DATABASE,
    password,
    database: DATABASE,
  };
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  // A server that ends right away tells so on the connection.
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
