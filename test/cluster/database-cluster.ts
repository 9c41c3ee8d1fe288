import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPostgresBinaries } from '#database/embedded-postgres/postgres-binaries.ts';
import { prepareCluster } from '#database/embedded-postgres/postgres-cluster.ts';
import { type RunningServer, startServer } from '#database/embedded-postgres/postgres-server.ts';
import { chooseRunAs } from '#database/embedded-postgres/unprivileged-user.ts';
import { waitUntil } from '#database/embedded-postgres/wait-until.ts';

const database = 'guildhall';
const patienceMs = 60_000;

/** One Postgres server of a cluster. */
export interface DatabaseServer {
  name: string;
  port: number;
  /** For the application's role. */
  url: string;
}

/** A primary and its standbys, on this machine. */
export interface DatabaseCluster {
  servers: readonly DatabaseServer[];
  primary: DatabaseServer;
  /** A `DATABASE_URL` with all servers. */
  url: string;
  /** A running server that follows the primary. */
  findStandby(): Promise<DatabaseServer>;
  /** Runs a statement as the superuser. */
  query(server: DatabaseServer, statement: string): Promise<Record<string, unknown>[]>;
  /** Kills a server, the primary by default, with SIGKILL, like a crash. Its data stays. */
  kill(server?: DatabaseServer): Promise<DatabaseServer>;
  /**
   * Promotes the standby that received most, and lets the others follow it. Afterwards it is `primary`, and
   * commits need one of the others, as before.
   */
  failOver(): Promise<DatabaseServer>;
  /** Starts a stopped server again, with the role that it had. */
  start(server: DatabaseServer): Promise<void>;
  /** Replaces the data of a stopped server by a copy of the primary's, and starts it as its standby. */
  rebuild(server: DatabaseServer): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a primary and two standbys with the packaged Postgres. A commit is acknowledged when the primary and one
 * standby have it (`ANY 1`).
 */
export async function startDatabaseCluster(
  names: readonly string[] = ['one', 'two', 'three'],
): Promise<DatabaseCluster> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'guildhall-cluster-')));
  // When root runs it, Postgres runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  const binaries = await findPostgresBinaries();
  const runAs = await chooseRunAs(binaries, folder);
  const running = new Map<string, RunningServer>();
  const servers: DatabaseServer[] = [];
  for (const name of names) {
    const port = await findFreePort();
    servers.push({ name, port, url: `postgres://${database}@127.0.0.1:${port}/${database}` });
    await mkdir(path.join(folder, name));
  }
  const [first] = servers;
  if (!first) throw new Error('A cluster needs a server.');
  let primary = first;
  const dataOf = ({ name }: DatabaseServer) => path.join(folder, name, 'postgres');

  async function start(server: DatabaseServer): Promise<void> {
    // A killed server leaves processes that end a moment later.
    running.set(
      server.name,
      await startServer({
        dataDir: path.join(folder, server.name),
        binaries,
        runAs,
        listenOn: { port: server.port },
        settings: {
          // The same on each server: every one can become the primary.
          synchronous_standby_names: `ANY 1 (${names.join(', ')})`,
          wal_retrieve_retry_interval: '200ms',
          shared_buffers: '16MB',
          // Processes are killed, but never the machine.
          fsync: 'off',
          full_page_writes: 'off',
        },
        log: () => undefined,
      }),
    );
  }

  async function connect(server: DatabaseServer): Promise<pg.Client> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: server.port,
      user: 'postgres',
      database,
      connectionTimeoutMillis: patienceMs,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async function query(server: DatabaseServer, statement: string) {
    const client = await connect(server);
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  const conninfo = (source: DatabaseServer, standby: DatabaseServer) =>
    `host=127.0.0.1 port=${source.port} user=postgres application_name=${standby.name}`;

  /** Appends to a file that Postgres owns, or creates it. */
  async function append(server: DatabaseServer, name: string, text: string): Promise<void> {
    const file = path.join(dataOf(server), name);
    await appendFile(file, text);
    if (runAs.owner) await chown(file, runAs.owner.uid, runAs.owner.gid);
  }

  /**
   * Replaces the files of a server by those of another. The program keeps the owner of each file. A copy by
   * this process would be thousands of asynchronous calls, which took longer than a test may when other
   * processes used all cores.
   */
  async function copyFiles(source: DatabaseServer, target: DatabaseServer): Promise<void> {
    await rm(dataOf(target), { recursive: true, force: true });
    await promisify(execFile)('cp', ['-a', dataOf(source), dataOf(target)]);
    await rm(path.join(dataOf(target), 'postmaster.pid'), { force: true });
  }

  /** Turns a copy of the primary's folder into that of a standby. */
  async function makeStandby(server: DatabaseServer): Promise<void> {
    await append(server, 'standby.signal', '');
    await append(
      server,
      'postgresql.auto.conf',
      `primary_conninfo = '${conninfo(primary, server)}'\n`,
    );
  }

  async function untilStandbysFollow(count: number): Promise<void> {
    const client = await connect(primary);
    try {
      let states: unknown[] = [];
      const follow = async () => {
        const statement = 'select state from pg_stat_replication';
        states = (await client.query(statement)).rows.map(({ state }) => state);
        return states.length === count && states.every((state) => state === 'streaming');
      };
      if (!(await waitUntil(follow, patienceMs)))
        throw new Error(
          `${count} standbys should follow, and these do: ${states.join() || 'none'}`,
        );
    } finally {
      await client.end();
    }
  }

  await prepareCluster(path.join(folder, first.name), binaries, runAs, () => undefined);
  await writeFile(
    path.join(dataOf(first), 'pg_hba.conf'),
    'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n',
  );
  // The cluster was shut down, so a plain copy of its files is complete.
  for (const server of servers.slice(1)) {
    await copyFiles(first, server);
    await makeStandby(server);
  }
  await Promise.all(servers.map(start));
  await untilStandbysFollow(servers.length - 1);

  return {
    servers,
    get primary() {
      return primary;
    },
    url: `postgres://${database}@${servers.map(({ port }) => `127.0.0.1:${port}`).join()}/${database}`,
    query,
    start,

    async findStandby() {
      const [standby] = await listStandbys();
      if (!standby) throw new Error('No standby runs.');
      return standby.server;
    },

    async kill(server = primary) {
      const killed = running.get(server.name);
      if (!killed) throw new Error(`${server.name} does not run.`);
      running.delete(server.name);
      process.kill(killed.pid, 'SIGKILL');
      await killed.exited;
      return server;
    },

    async failOver() {
      const standbys = await listStandbys();
      const next = standbys.toSorted((a, b) => b.received - a.received)[0]?.server;
      if (!next) throw new Error('No standby runs.');
      primary = next;
      await query(next, 'select pg_promote()');
      for (const { server: standby } of standbys) {
        if (standby === next) continue;
        await query(standby, `alter system set primary_conninfo = '${conninfo(next, standby)}'`);
        await query(standby, 'select pg_reload_conf()');
      }
      await untilStandbysFollow(standbys.length - 1);
      return next;
    },

    async rebuild(server) {
      const backup = await connect(primary);
      try {
        await backup.query(`select pg_backup_start('rebuild', fast => true)`);
        // Files that are written to meanwhile are repaired from the log.
        await copyFiles(primary, server);
        const { rows } = await backup.query<{ labelfile: string }>(
          'select labelfile from pg_backup_stop(wait_for_archive => false)',
        );
        await append(server, 'backup_label', rows[0]?.labelfile ?? '');
      } finally {
        await backup.end();
      }
      await makeStandby(server);
      await start(server);
      const standbys = servers.filter(({ name }) => running.has(name) && name !== primary.name);
      await untilStandbysFollow(standbys.length);
    },

    async stop() {
      await Promise.all([...running.values()].map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };

  /** The running standbys, and how much of the log each has. */
  async function listStandbys(): Promise<{ server: DatabaseServer; received: number }[]> {
    const standbys: { server: DatabaseServer; received: number }[] = [];
    for (const server of servers.filter(({ name }) => running.has(name))) {
      const [row] = await query(
        server,
        `select (pg_last_wal_receive_lsn() - '0/0')::float8 as received where pg_is_in_recovery()`,
      );
      if (row) standbys.push({ server, received: Number(row.received) });
    }
    return standbys;
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
