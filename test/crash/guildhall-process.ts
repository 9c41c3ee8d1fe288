import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { readPidFile } from '#database/embedded-postgres/postmaster.ts';
import { processFacts } from '#database/embedded-postgres/process-identity.ts';

/** The built application as a process of its own, that a test may kill. */
export interface Guildhall {
  origin: string;
  process: ChildProcess;
  postgresPid: number;
  /** Its exit code, null after a signal. */
  exited: Promise<number | null>;
}

/** A folder that the account Postgres runs as can enter, too. */
export async function makeDataDir(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'guildhall-crash-')));
  await chmod(folder, 0o755);
  return folder;
}

const started: { dataDir: string; child: ChildProcess }[] = [];

/** Ends what is left of the processes started on `dataDir` and removes it. */
export async function cleanUp(dataDir: string): Promise<void> {
  for (const own of started) if (own.dataDir === dataDir) own.child.kill('SIGKILL');
  const left = await readPidFile(join(dataDir, 'postgres'));
  if (left) await until('Postgres ends', async () => !(await isAlive(left.pid)));
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Starts the built application without waiting for it. */
export function spawnGuildhall(dataDir: string, settings: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['build/server/main.js'], {
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      // The test's clients each have an address of their own.
      TRUST_PROXY: '1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push({ dataDir, child });
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  return { child, exited, errors: text(child.stderr) };
}

/** Starts the built application and waits until it is open. */
export async function startGuildhall(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Guildhall> {
  const { child, exited, errors } = spawnGuildhall(dataDir, settings);
  const failed = exited.then(async (code) => {
    throw new Error(`Guildhall ended with ${code} at its start: ${await errors}`);
  });
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    failed,
  ])) as string[];
  failed.catch(() => undefined);
  const port = /^Guildhall is open at http:\/\/localhost:(\d+)$/.exec(line ?? '')?.[1];
  if (!port) throw new Error(`Not the line that was promised: ${line}`);
  const postgres = await readPidFile(join(dataDir, 'postgres'));
  if (!postgres) throw new Error('Postgres left no pid file.');
  const origin = `http://127.0.0.1:${port}`;
  return { origin, process: child, postgresPid: postgres.pid, exited };
}

/** Whether the process still runs. */
export async function isAlive(pid: number): Promise<boolean> {
  return (await processFacts(pid)) !== undefined;
}

/** Waits until it is so; fails after 20 s. */
export async function until(what: string, met: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await met())) {
    if (performance.now() > deadline) throw new Error(`In vain: ${what}`);
    await pause(10);
  }
}
