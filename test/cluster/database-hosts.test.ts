import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#database/client.ts';
import { integer, text } from '#database/column-types.ts';
import { openDirectClient } from '#database/direct-client.ts';
import { connectToHosts } from '#database/hosts/connect-to-hosts.ts';
import { retryConnecting } from '#database/hosts/retry-connecting.ts';
import { retryStatements } from '#database/pg-patches/retry-statements.ts';
import { isDatabaseUnavailable } from '#database/postgres-errors.ts';
import { queryRows, type StatementTarget } from '#database/prepared-query.ts';
import { openReadDatabase } from '#database/read-database.ts';
import { startStallingProxy } from '#test/crash/stalling-proxy.ts';
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts';

let cluster: DatabaseCluster;
let db: Database;
const opened: { end(): Promise<void> }[] = [];

beforeAll(async () => {
  cluster = await startDatabaseCluster();
  db = open(cluster.url);
  await db.execute(sql`create table writes (key text)`);
});

afterAll(async () => {
  await Promise.all(opened.map((pool) => pool.end()));
  await cluster.stop();
});

function open(url: string): Database {
  const database = openDatabase({ connectionString: url, max: 8 });
  opened.push(database.$client);
  return database;
}

/** A pool with shorter times than those of the server. */
function openQuickly(url: string): pg.Pool {
  const times = { answer: 400, others: 100, suspect: 300, standby: 900, check: 100 };
  const hosts = connectToHosts({ connectionString: url, max: 4 }, times);
  const Client = hosts?.Client as unknown as NonNullable<pg.PoolConfig['Client']>;
  const pool = new pg.Pool({ ...hosts?.config, Client });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  opened.push(pool);
  return pool;
}

const portOf = async (database: StatementTarget) => {
  const statement = sql`select inet_server_port() as port`;
  const [row] = await queryRows<{ port: number }>(database, { port: integer }, statement);
  return row?.port;
};

test('after the primary is killed, commits go on at a standby, and no acknowledged one is lost or doubled', async () => {
  const acknowledged: string[] = [];
  const errors: unknown[] = [];
  let isWriting = true;
  async function write(): Promise<void> {
    while (isWriting) {
      const key = randomUUID();
      try {
        // Half are transactions, half single statements.
        if (acknowledged.length % 2 === 0)
          await db.execute(sql`insert into writes values (${key})`);
        else await db.transaction((tx) => tx.execute(sql`insert into writes values (${key})`));
        acknowledged.push(key);
      } catch (error) {
        errors.push(error);
      }
    }
  }
  const readErrors: unknown[] = [];
  async function read(): Promise<void> {
    while (isWriting) {
      await db.execute(sql`select count(*) from writes`).catch((error) => readErrors.push(error));
    }
  }
  const work = [write(), write(), write(), write(), read()];
  const until = (count: number) => expect.poll(() => acknowledged.length).toBeGreaterThan(count);

  await until(100);
  const lost = await cluster.kill();
  const beforePromotion = acknowledged.length;
  const next = await cluster.failOver();
  await until(beforePromotion + 100);
  isWriting = false;
  await Promise.all(work);

  const stored = await queryRows<{ key: string }>(db, { key: text }, sql`select key from writes`);
  const keys = stored.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(acknowledged.filter((key) => !keys.includes(key))).toEqual([]);
  expect(errors.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
  // Each writer can have had one statement whose result is unknown. Reads were repeated.
  expect(errors.length).toBeLessThanOrEqual(4);
  expect(readErrors).toEqual([]);
  expect(await portOf(db)).toBe(next.port);
  expect(next).not.toBe(lost);
});

test('a replaced primary that comes back gets no connections and acknowledges no commit', async () => {
  const [old] = cluster.servers.filter(({ name }) => name !== cluster.primary.name);
  if (!old) throw new Error('no server');
  await cluster.start(old);
  expect(await cluster.query(old, 'select pg_is_in_recovery() as standby')).toEqual([
    { standby: false },
  ]);

  // The newest timeline decides, also for a process that just started.
  expect(await portOf(open(cluster.url))).toBe(cluster.primary.port);
  expect(await portOf(db)).toBe(cluster.primary.port);

  // Even a client that knows only the old one gets an error, because no standby confirms its commit.
  const isolated = openQuickly(old.url);
  await expect(isolated.query(`insert into writes values ('lost')`)).rejects.toSatisfy(
    isDatabaseUnavailable,
  );

  await cluster.kill(old);
  await cluster.rebuild(old);
  const lost = sql`select key from writes where key = 'lost'`;
  expect(await queryRows(db, { key: text }, lost)).toEqual([]);
});

test('a primary that is made read-only is left at once, and its refused writes run at the new one', async () => {
  const before = cluster.primary;
  await db.execute(sql`select 1`);
  const listening = await openDirectClient({ connectionString: cluster.url }, 100);
  const ended = new Promise<void>((resolve) => listening.once('end', () => resolve()));
  await cluster.query(before, 'alter system set default_transaction_read_only = on');
  await cluster.query(before, 'select pg_reload_conf()');
  const writing = db.execute(sql`insert into writes values ('moved')`);
  const next = await cluster.failOver();
  await writing;
  // The connection of events sends nothing that fails, and moves too.
  await ended;
  expect(await portOf(db)).toBe(next.port);
  const statement = sql`select key from writes where key = 'moved'`;
  expect(await queryRows<{ key: string }>(db, { key: text }, statement)).toHaveLength(1);
});

test('reads of visitors go to a standby, unless it is behind, failed or must be newer', async () => {
  const { primary } = cluster;
  const standby = await cluster.findStandby();
  const own = open(primary.url);
  // The server reports that it lives every few seconds; here the standby must be closer.
  const lagMaxMs = 1_000;
  const reads = openReadDatabase({ url: standby.url, primary: own, lagMaxMs, checkEveryMs: 50 });
  try {
    const writeAndRead = async () => {
      await own.execute(sql`insert into writes values ('heartbeat')`);
      return portOf(reads.db);
    };
    await expect.poll(writeAndRead).toBe(standby.port);
    // A write by mistake, and a transaction, run on the primary.
    await reads.db.execute(sql`insert into writes values ('mistake')`);
    expect(await reads.db.transaction((tx) => portOf(tx))).toBe(primary.port);

    await expect.poll(writeAndRead).toBe(standby.port);
    reads.preferPrimary();
    expect(await portOf(reads.db)).toBe(primary.port);
    await expect.poll(writeAndRead).toBe(standby.port);

    await cluster.query(standby, 'select pg_wal_replay_pause()');
    await expect.poll(writeAndRead).toBe(primary.port);
    await cluster.query(standby, 'select pg_wal_replay_resume()');
    await expect.poll(writeAndRead).toBe(standby.port);

    await cluster.kill(standby);
    expect(await portOf(reads.db)).toBe(primary.port);
    await cluster.start(standby);
  } finally {
    await reads.close();
  }
});

test('without a primary, a read is tried until the deadline, and not once more', async () => {
  const connected = connectToHosts({
    connectionString: 'postgres://guildhall@127.0.0.1:1/guildhall',
  });
  if (!connected) throw new Error('no hosts');
  const Client = connected.Client as unknown as NonNullable<pg.PoolConfig['Client']>;
  const pool = new pg.Pool({ ...connected.config, Client });
  opened.push(pool);
  let attempts = 0;
  const { connect } = pool;
  pool.connect = ((...args: unknown[]) => {
    attempts += 1;
    return Reflect.apply(connect, pool, args);
  }) as typeof pool.connect;
  retryConnecting(pool, connected.hosts, 500);
  retryStatements(pool);
  await expect(pool.query('select 1')).rejects.toSatisfy(isDatabaseUnavailable);
  // The waits are 100, 200 and 400 ms.
  expect(attempts).toBeGreaterThan(1);
  expect(attempts).toBeLessThanOrEqual(3);
});

test('a statement fails within a bounded time when its server is cut off silently', async () => {
  const { primary } = cluster;
  const proxy = await startStallingProxy(`http://127.0.0.1:${primary.port}`);
  try {
    const pool = openQuickly(
      primary.url.replace(`:${primary.port}`, `:${new URL(proxy.origin).port}`),
    );
    await pool.query('select 1');
    const cut = proxy.stall(4_000);
    await expect(pool.query('select 1')).rejects.toSatisfy(isDatabaseUnavailable);
    await cut;
    await expect(pool.query('select 1')).resolves.toMatchObject({ rowCount: 1 });
  } finally {
    await proxy.stop();
  }
});
