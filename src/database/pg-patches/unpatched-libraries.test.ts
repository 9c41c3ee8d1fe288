import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { integer } from '../column-types.ts';
import { queryRows } from '../prepared-query.ts';

// These tests show what the libraries do without our patches. When one of them fails after an update, its
// patch may no longer be needed.

const database = useDatabase();
let pool: pg.Pool;

beforeEach(() => {
  pool = new pg.Pool({ ...inject('postgres'), database: database.name, max: 1 });
});

afterEach(async () => {
  await pool.end();
});

/** Makes one statement of a connection fail without being sent. */
function failOn(client: pg.PoolClient, text: string): void {
  const query: (...args: unknown[]) => unknown = client.query.bind(client);
  client.query = ((...args: unknown[]) => {
    const [statement] = args as [string | { text: string }];
    const sent = typeof statement === 'string' ? statement : statement.text;
    return sent === text ? Promise.reject(new Error('no answer')) : query(...args);
  }) as typeof client.query;
}

async function pidOf($client: pg.Pool): Promise<number | undefined> {
  const statement = sql`select pg_backend_pid() as pid`;
  const [row] = await queryRows<{ pid: number }>({ $client }, { pid: integer }, statement);
  return row?.pid;
}

test('ignore-client-errors: pg listens to no errors of a connection that is in use', async () => {
  const client = await pool.connect();
  try {
    expect(client.listenerCount('error')).toBe(0);
  } finally {
    client.release();
  }
});

test('retry-statements: pg does not retry a statement after a conflict', async () => {
  let runs = 0;
  pool.on('connect', (client) => {
    client.on('notice', () => {
      runs += 1;
    });
  });
  const conflict =
    "do $$ begin raise notice 'run'; raise exception 'made up' using errcode = '40001'; end $$";
  await expect(pool.query(conflict)).rejects.toMatchObject({ code: '40001' });
  expect(runs).toBe(1);
});

test('reuse-connections: pg closes the connection of a statement that broke a constraint', async () => {
  await pool.query('create temporary table counts (count integer check (count > 0))');
  const before = await pidOf(pool);
  await expect(pool.query('insert into counts values (0)')).rejects.toMatchObject({
    code: '23514',
  });
  expect(await pidOf(pool)).not.toBe(before);
});

test('transaction: drizzle-orm returns a connection to the pool whose rollback failed', async () => {
  pool.on('connect', (client) => failOn(client as pg.PoolClient, 'rollback'));
  const before = await pidOf(pool);
  const failing = drizzle(pool).transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    throw new Error('no good');
  });
  await expect(failing).rejects.toThrow();
  expect(await pidOf(pool)).toBe(before);
});

test('transaction: drizzle-orm loses the connection on which a transaction could not begin', async () => {
  pool.on('connect', (client) => failOn(client as pg.PoolClient, 'begin'));
  const lost = new Promise<pg.PoolClient>((resolve) => {
    pool.once('acquire', resolve);
  });
  await expect(drizzle(pool).transaction(async () => 1)).rejects.toThrow();
  // From here on, so that the first connection may take longer.
  pool.options.connectionTimeoutMillis = 200;
  await expect(pool.query('select 1')).rejects.toThrow('timeout');
  (await lost).release();
});
