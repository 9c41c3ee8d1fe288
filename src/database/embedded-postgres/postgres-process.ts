import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { getProcessInfo } from './process-identity.ts';
import { waitUntil } from './wait-until.ts';
import { CLUSTER_NAME, WATCHDOG_NAME } from './watchdog.ts';

/** An argument of every server that Guildhall starts. */
const CLUSTER_MARK = ` cluster_name=${CLUSTER_NAME} `;
const PATIENCE_MS = 15_000;
const CRASH_MS = 10_000;

/**
 * Reads the pid file that a running Postgres writes into its cluster; undefined without one.
 */
export async function readPidFile(
  cluster: string,
): Promise<{ pid: number; ready: boolean } | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * Stops a Postgres that still runs on this cluster after its Guildhall process ended. Returns the
 * process id when the pid file names an unrelated process, because Postgres would take it for a
 * running server.
 * @throws EmbeddedPostgresError when its Guildhall process is alive.
 */
export async function stopOrphan(
  cluster: string,
  binaries: PostgresBinaries,
  log: (line: string) => void,
): Promise<number | undefined> {
  const found = await readPidFile(cluster);
  if (!found) return undefined;
  const { pid } = found;
  const postgres = await getProcessInfo(pid);
  if (!postgres) return undefined;
  // When the system does not show the command, Postgres decides by its lock file.
  if (!postgres.command) return undefined;
  if (!isPostgres(postgres.command)) return pid;
  // Started by hand or on another folder: it must not be stopped.
  if (!isOurs(postgres.command, cluster)) return undefined;
  const watchdog = await getProcessInfo(postgres.parent);
  const owner = watchdog?.command.includes(WATCHDOG_NAME)
    ? parseOwner(watchdog.command)
    : undefined;
  if (owner !== undefined && watchdog?.parent === owner) {
    throw new EmbeddedPostgresError(
      `Another instance of Guildhall (process ${owner}) already uses ${cluster}: stop it first, or set another DATA_DIR.`,
    );
  }
  log(`Stopping the Postgres (process ${pid}) that an earlier run left behind`);
  const isGone = async () => (await getProcessInfo(pid))?.started !== postgres.started;
  for (const [signal, timeoutMs] of [
    ['SIGINT', PATIENCE_MS],
    ['SIGQUIT', CRASH_MS],
  ] as const) {
    await signalPostgres(pid, signal, binaries);
    if (await waitUntil(isGone, timeoutMs)) return undefined;
  }
  throw new EmbeddedPostgresError(
    `An earlier Postgres (process ${pid}) on ${cluster} does not stop: end it, then start again.`,
  );
}

/**
 * Sends a signal. SIGINT: a fast, clean stop. SIGQUIT: an immediate stop; the next start recovers.
 */
export async function signalPostgres(
  pid: number,
  signal: 'SIGINT' | 'SIGQUIT',
  binaries: PostgresBinaries,
): Promise<void> {
  try {
    if (process.platform !== 'win32') process.kill(pid, signal);
    else await promisify(execFile)(binaries.pgCtl, ['kill', signal.slice(3), String(pid)]);
  } catch {
    // The process is gone already; or it belongs to another user, which the caller notices by
    // waiting.
  }
}

function isPostgres(command: string): boolean {
  const program = command.split(/\0| -D /, 1)[0] ?? '';
  return basename(program).startsWith('postgres');
}

function isOurs(command: string, cluster: string): boolean {
  const text = command.replaceAll('\0', ' ');
  return text.includes(` -D ${cluster} `) && text.includes(CLUSTER_MARK);
}

/**
 * The process id of the Guildhall process that started the watchdog: the watchdog's first argument.
 */
function parseOwner(watchdogCommand: string): number | undefined {
  const rest = watchdogCommand.slice(watchdogCommand.indexOf(WATCHDOG_NAME) + WATCHDOG_NAME.length);
  const pid = Number.parseInt(rest.slice(1), 10);
  return Number.isNaN(pid) ? undefined : pid;
}
