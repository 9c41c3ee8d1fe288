import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { processFacts } from './process-identity.ts';
import { becomesTrue } from './wait-until.ts';
import { CLUSTER_NAME, GUARD } from './watchdog.ts';

/** Among the arguments of every server that Guildhall starts. */
const CLUSTER_MARK = ` cluster_name=${CLUSTER_NAME} `;
const PATIENCE_MS = 15_000;
const CRASH_MS = 10_000;

/** What a running Postgres writes into its folder; undefined when there is none. */
export async function readPidFile(
  cluster: string,
): Promise<{ pid: number; ready: boolean } | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * Stops a Postgres that outlived its Guildhall and still works on this cluster. Refuses when its
 * Guildhall lives. Returns the process id of a stranger that the pid file names by now, because
 * Postgres would take it for a living server.
 */
export async function endOrphan(
  cluster: string,
  binaries: PostgresBinaries,
  log: (line: string) => void,
): Promise<number | undefined> {
  const found = await readPidFile(cluster);
  if (!found) return undefined;
  const { pid } = found;
  const postgres = await processFacts(pid);
  if (!postgres) return undefined;
  // Where the system does not tell what it is, Postgres decides by its lock file.
  if (!postgres.command) return undefined;
  if (!isPostgres(postgres.command)) return pid;
  // Somebody started this one by hand or on another folder: it is not ours to stop.
  if (!isOurs(postgres.command, cluster)) return undefined;
  const guard = await processFacts(postgres.parent);
  const owner = guard?.command.includes(GUARD) ? ownerOf(guard.command) : undefined;
  if (owner !== undefined && guard?.parent === owner) {
    throw new EmbeddedPostgresError(
      `Another instance of Guildhall (process ${owner}) already uses ${cluster}: stop it first, or set another DATA_DIR.`,
    );
  }
  log(`Stopping the Postgres (process ${pid}) that an earlier run left behind`);
  const gone = async () => (await processFacts(pid))?.started !== postgres.started;
  for (const [signal, patience] of [
    ['SIGINT', PATIENCE_MS],
    ['SIGQUIT', CRASH_MS],
  ] as const) {
    await signalPostgres(pid, signal, binaries);
    if (await becomesTrue(gone, patience)) return undefined;
  }
  throw new EmbeddedPostgresError(
    `An earlier Postgres (process ${pid}) on ${cluster} does not stop: end it, then start again.`,
  );
}

/** SIGINT: a fast, clean stop. SIGQUIT: at once, the next start recovers. */
export async function signalPostgres(
  pid: number,
  signal: 'SIGINT' | 'SIGQUIT',
  binaries: PostgresBinaries,
): Promise<void> {
  try {
    if (process.platform !== 'win32') process.kill(pid, signal);
    else await promisify(execFile)(binaries.pgCtl, ['kill', signal.slice(3), String(pid)]);
  } catch {
    // It is gone, which is what was wanted; or it is not ours, which the caller sees by waiting.
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

/** The Guildhall that started the guard: its first argument after the name. */
function ownerOf(guardCommand: string): number | undefined {
  const rest = guardCommand.slice(guardCommand.indexOf(GUARD) + GUARD.length);
  const pid = Number.parseInt(rest.slice(1), 10);
  return Number.isNaN(pid) ? undefined : pid;
}
