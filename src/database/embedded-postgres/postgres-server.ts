import { join } from 'node:path';
import { retry } from '#shared/lib/retry.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { openLog, readLogFrom } from './postgres-log.ts';
import { readPidFile, signalPostgres, stopOrphan } from './postgres-process.ts';
import { findErrorLine } from './postgres-programs.ts';
import type { RunAs } from './unprivileged-user.ts';
import { waitUntil } from './wait-until.ts';
import { CLUSTER_NAME, startWithWatchdog, type WatchedProcess } from './watchdog.ts';

const LOCK_PATIENCE_MS = 15_000;
const LOCK_RETRY_MS = 200;
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
  // Failed statements, such as violated constraints, are logged by the application. Their text may
  // contain what a player typed. Crashes and recoveries have a higher level and are logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

export interface ServerOptions {
  dataDir: string;
  binaries: PostgresBinaries;
  runAs: RunAs;
  /** Where Postgres listens: a folder for the socket, or a port of 127.0.0.1. */
  listenOn: { socketFolder: string } | { port: number };
  settings: Record<string, string>;
  log: (line: string) => void;
}

export interface RunningServer {
  pid: number;
  exited: Promise<number | null>;
  /** Resolves when Postgres has ended. */
  stop(): Promise<void>;
}

/** Starts the server on a complete cluster and waits until it accepts connections. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const start = async () => {
    const result = await tryStart(options);
    if (typeof result !== 'string') return result;
    if (LOCKED.test(result)) throw new LockedError(options.dataDir);
    throw new EmbeddedPostgresError(explain(options, result));
  };
  return retry(start, {
    attempts: Number.POSITIVE_INFINITY,
    waitMs: (error) => (error instanceof LockedError ? LOCK_RETRY_MS : null),
    deadline: performance.now() + LOCK_PATIENCE_MS + LOCK_RETRY_MS,
  });
}

/** The cluster is locked, perhaps by a Postgres that is about to end. */
class LockedError extends EmbeddedPostgresError {
  constructor(dataDir: string) {
    super(
      `Another instance of Guildhall still uses ${join(dataDir, 'postgres')}: stop it first, or set another DATA_DIR.`,
    );
  }
}

/** Returns the log output of Postgres when it did not start. */
async function tryStart(options: ServerOptions): Promise<RunningServer | string> {
  const { dataDir, binaries, log } = options;
  const cluster = join(dataDir, 'postgres');
  const otherPid = await stopOrphan(cluster, binaries, log);
  const logFile = await openLog(dataDir);
  try {
    const before = (await logFile.stat()).size;
    const child = startWithWatchdog({
      runAs: options.runAs,
      postgres: binaries.postgres,
      args: serverArguments(cluster, options),
      // When the lock file names another process, Postgres ignores the file with this variable. It
      // still checks for processes that use the shared memory of the last run.
      env: otherPid === undefined ? {} : { PG_GRANDPARENT_PID: String(otherPid) },
      logFile: logFile.fd,
    });
    let ended = false;
    void child.ended.then(() => {
      ended = true;
    });
    const pid = await child.pid;
    const isSettled = async () => ended || (pid !== undefined && (await isReady(cluster, pid)));
    while (!(await waitUntil(isSettled, RECOVERY_NOTICE_MS))) {
      log('Postgres is still starting; it is probably recovering from a crash');
    }
    if (!ended && pid !== undefined) return runningServer(child, pid, cluster, binaries);
    return await readLogFrom(logFile, before);
  } finally {
    await logFile.close();
  }
}

async function isReady(cluster: string, pid: number): Promise<boolean> {
  const file = await readPidFile(cluster);
  return file?.pid === pid && file.ready;
}

function runningServer(
  child: WatchedProcess,
  pid: number,
  cluster: string,
  binaries: PostgresBinaries,
): RunningServer {
  let ended = false;
  const exited = child.ended.then(async (code) => {
    // Without its watchdog, nothing would stop Postgres after this process, so it is stopped now.
    if ((await readPidFile(cluster))?.pid === pid)
      await stopWithoutWatchdog(cluster, pid, binaries);
    ended = true;
    return code;
  });
  const stop = async () => {
    child.release();
    if (process.platform === 'win32') await signalPostgres(pid, 'SIGINT', binaries);
    if (await waitUntil(() => ended, STOP_PATIENCE_MS)) return;
    await signalPostgres(pid, 'SIGQUIT', binaries);
    await exited;
  };
  return { pid, exited, stop };
}

/**
 * Stops a Postgres that lost its watchdog. A pid file that still exists is stale or belongs to such
 * a Postgres.
 */
async function stopWithoutWatchdog(
  cluster: string,
  pid: number,
  binaries: PostgresBinaries,
): Promise<void> {
  await stopOrphan(cluster, binaries, () => undefined).catch(() =>
    signalPostgres(pid, 'SIGQUIT', binaries),
  );
}

function serverArguments(cluster: string, options: ServerOptions): string[] {
  const { listenOn } = options;
  const listen: Record<string, string> =
    'port' in listenOn
      ? { listen_addresses: '127.0.0.1', port: String(listenOn.port), unix_socket_directories: '' }
      : {
          listen_addresses: '',
          port: '5432',
          unix_socket_directories: `"${listenOn.socketFolder.replaceAll('"', '""')}"`,
          unix_socket_permissions: '0700',
        };
  const settings = { ...SETTINGS, ...options.settings, ...listen, cluster_name: CLUSTER_NAME };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster, ...pairs];
}

function explain(options: ServerOptions, written: string): string {
  const reason = findErrorLine(written) || 'no message';
  return `Postgres does not start: ${reason} (see ${join(options.dataDir, 'postgres.log')})`;
}
