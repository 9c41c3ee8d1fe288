import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { readPidFile } from '#database/embedded-postgres/postgres-process.ts';
import { getProcessInfo } from '#database/embedded-postgres/process-identity.ts';
import { waitUntil as waitUntilTrue } from '#database/embedded-postgres/wait-until.ts';
import { processFlags } from '../fixtures/process-flags.ts';

/** The built application in its own process, which a test may kill. */
export interface Guildhall {
  origin: string;
  process: ChildProcess;
  /** The lines that it has printed. */
  output: readonly string[];
  postgresPid: number;
  /** Resolves with its exit code, or null after a signal. */
  exited: Promise<number | null>;
}

/** Creates a data folder that the system user of Postgres can access. */
export async function makeDataDir(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'guildhall-crash-')));
  await chmod(folder, 0o755);
  return folder;
}

const compileCache = resolve('node_modules/.cache/guildhall-compiled');

const started: { dataDir: string; child: ChildProcess }[] = [];

/** Kills the remaining processes that were started on `dataDir` and removes the folder. */
export async function cleanUp(dataDir: string): Promise<void> {
  for (const own of started) if (own.dataDir === dataDir) own.child.kill('SIGKILL');
  const left = await readPidFile(join(dataDir, 'postgres'));
  if (left) await waitUntil('Postgres ends', async () => !(await isAlive(left.pid)));
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Starts the built application without waiting until it is ready. */
export function spawnGuildhall(dataDir: string, settings: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...processFlags, 'build/server/main.js'], {
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      WEB_PROCESSES: '1',
      LOG_LEVEL: 'silent',
      // A start takes a third less of the processor when the code need not be compiled.
      NODE_COMPILE_CACHE: compileCache,
      // The clients of a test have different IP addresses.
      TRUST_PROXY: '1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push({ dataDir, child });
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  return { child, exited, errors: text(child.stderr) };
}

/** Starts the built application and waits until it is ready. @throws Error when it exits. */
export async function startGuildhall(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Guildhall> {
  const { child, exited, errors } = spawnGuildhall(dataDir, settings);
  const failed = exited.then(async (code) => {
    throw new Error(`Guildhall ended with ${code} at its start: ${await errors}`);
  });
  const output: string[] = [];
  const lines = createInterface(child.stdout).on('line', (line) => output.push(line));
  const [line] = (await Promise.race([once(lines, 'line'), failed])) as string[];
  failed.catch(() => undefined);
  const port = /^Guildhall is open at http:\/\/localhost:(\d+)$/.exec(line ?? '')?.[1];
  if (!port) throw new Error(`Unexpected first line of output: ${line}`);
  const postgres = await readPidFile(join(dataDir, 'postgres'));
  if (!postgres) throw new Error('Postgres left no pid file.');
  const origin = `http://127.0.0.1:${port}`;
  return { origin, process: child, output, postgresPid: postgres.pid, exited };
}

/** Whether the process still runs. */
export async function isAlive(pid: number): Promise<boolean> {
  return (await getProcessInfo(pid)) !== undefined;
}

/** Waits until the condition is true. @throws Error after 20 s. */
export async function waitUntil(
  what: string,
  isMet: () => boolean | Promise<boolean>,
): Promise<void> {
  if (!(await waitUntilTrue(isMet, 20_000))) throw new Error(`Timed out: ${what}`);
}
