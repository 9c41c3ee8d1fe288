import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { openLog, readFrom } from './log-file.ts';
import { worstLine } from './postgres-programs.ts';
import { endOrphan, readPidFile, signalPostgres } from './postmaster.ts';
import type { RunAs } from './unprivileged-user.ts';
import { becomesTrue } from './wait-until.ts';
import { CLUSTER_NAME, type GuardedProcess, startGuarded } from './watchdog.ts';

const LOCK_PATIENCE_MS = 15_000;
const STOP_PATIENCE_MS = 30_000;
const RECOVERY_NOTICE_MS = 10_000;
const LOCKED = /lock file ".*" already exists|pre-existing shared memory block/;

const SETTINGS: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  shared_buffers: '128MB',
  max_connections: '100',
  wal_compression: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // A refused statement, such as a broken constraint, is the application's to report, and its
  // text may hold what a player typed. Crashes and recoveries rank above and are written.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

export interface ServerOptions {
  dataDir: string;
  binaries: PostgresBinaries;
  runAs: RunAs;
  /** Where it listens: a folder for the socket, or a port of 127.0.0.1. */
  address: { socketFolder: string } | { port: number };
  settings: Record<string, string>;
  log: (line: string) => void;
}

export interface RunningServer {
  pid: number;
  exited: Promise<number | null>;
  /** Resolves when Postgres is gone. */
  stop(): Promise<void>;
}

/** Starts the server on a complete cluster and waits until it takes connections. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const giveUp = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const result = await tryStart(options);
    if (typeof result !== 'string') return result;
    if (!LOCKED.test(result)) throw new EmbeddedPostgresError(explain(options, result));
    if (performance.now() > giveUp) {
      throw new EmbeddedPostgresError(
        `Another instance of Guildhall still uses ${join(options.dataDir, 'postgres')}: stop it first, or set another DATA_DIR.`,
      );
    }
    await pause(200);
  }
}

/** Returns what Postgres wrote when it did not come up. */
async function tryStart(options: ServerOptions): Promise<RunningServer | string> {
  const { dataDir, binaries, log } = options;
  const cluster = join(dataDir, 'postgres');
  const stranger = await endOrphan(cluster, binaries, log);
  const logFile = await openLog(dataDir);
  try {
    const before = (await logFile.stat()).size;
    const child = startGuarded({
      runAs: options.runAs,
      postgres: binaries.postgres,
      args: serverArguments(cluster, options),
      // Postgres ignores this process when its lock file names it, and still checks for
      // processes that use the shared memory of the last run.
      env: stranger === undefined ? {} : { PG_GRANDPARENT_PID: String(stranger) },
      logFile: logFile.fd,
    });
    let over = false;
    void child.ended.then(() => {
      over = true;
    });
    const pid = await child.pid;
    const settled = async () => over || (pid !== undefined && (await isReady(cluster, pid)));
    while (!(await becomesTrue(settled, RECOVERY_NOTICE_MS))) {
      log('Postgres is still starting, probably it recovers from a crash');
    }
    if (!over && pid !== undefined) return runningServer(child, pid, cluster, binaries);
    return await readFrom(logFile, before);
  } finally {
    await logFile.close();
  }
}

async function isReady(cluster: string, pid: number): Promise<boolean> {
  const file = await readPidFile(cluster);
  return file?.pid === pid && file.ready;
}

function runningServer(
  child: GuardedProcess,
  pid: number,
  cluster: string,
  binaries: PostgresBinaries,
): RunningServer {
  let over = false;
  const exited = child.ended.then(async (code) => {
    // Without its guard nobody would stop Postgres after us, so it goes as well.
    if ((await readPidFile(cluster))?.pid === pid) await endAlone(cluster, pid, binaries);
    over = true;
    return code;
  });
  const stop = async () => {
    child.release();
    if (process.platform === 'win32') await signalPostgres(pid, 'SIGINT', binaries);
    if (await becomesTrue(() => over, STOP_PATIENCE_MS)) return;
    await signalPostgres(pid, 'SIGQUIT', binaries);
    await exited;
  };
  return { pid, exited, stop };
}

/** A pid file that is still there is either stale or belongs to a Postgres that lost its guard. */
async function endAlone(cluster: string, pid: number, binaries: PostgresBinaries): Promise<void> {
  await endOrphan(cluster, binaries, () => undefined).catch(() =>
    signalPostgres(pid, 'SIGQUIT', binaries),
  );
}

function serverArguments(cluster: string, options: ServerOptions): string[] {
  const { address } = options;
  const listen: Record<string, string> =
    'port' in address
      ? { listen_addresses: '127.0.0.1', port: String(address.port), unix_socket_directories: '' }
      : {
          listen_addresses: '',
          port: '5432',
          unix_socket_directories: `"${address.socketFolder.replaceAll('"', '""')}"`,
          unix_socket_permissions: '0700',
        };
  const settings = { ...SETTINGS, ...options.settings, ...listen, cluster_name: CLUSTER_NAME };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster, ...pairs];
}

function explain(options: ServerOptions, written: string): string {
  const reason = worstLine(written) || 'no message';
  return `Postgres does not start: ${reason} (see ${join(options.dataDir, 'postgres.log')})`;
}
