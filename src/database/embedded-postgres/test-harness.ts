import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach } from 'vitest';
import { processFacts } from './process-identity.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

/** The folder of the test that runs; gone after it, with all that was started there. */
export let dataDir: string;
export let running: EmbeddedPostgres[];
let owners: ChildProcess[];

beforeEach(async () => {
  dataDir = await makeFolder();
  running = [];
  owners = [];
});

afterEach(async () => {
  for (const owner of owners) owner.kill('SIGKILL');
  for (const postgres of running) await postgres.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Open to all, as a folder of a project is; mkdtemp alone would make it 0700. */
async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'guildhall-embedded-')));
  await chmod(folder, 0o755);
  return folder;
}

/** Starts a Postgres in this process; it is stopped after the test. */
export async function start(folder = dataDir, settings = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings });
  running.push(postgres);
  return postgres;
}

type Answer = Record<string, unknown>;

/** Runs one statement on a connection of its own. */
export async function query(to: string, sql: string): Promise<Answer[]> {
  const client = new Client(to);
  // A Postgres that is killed under a test ends its connections too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Answer>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The first value of the first row. */
export async function ask(postgres: EmbeddedPostgres, sql: string): Promise<unknown> {
  return Object.values((await query(postgres.connectionString, sql))[0] ?? {})[0];
}

/** Waits until it is so; fails after 20 s. */
export async function until(what: string, met: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await met())) {
    if (performance.now() > deadline) throw new Error(`In vain: ${what}`);
    await pause(10);
  }
}

/** A Guildhall of its own, that a test may kill. */
export function spawnOwner(): ChildProcess {
  const module = new URL('./start-embedded-postgres.ts', import.meta.url).href;
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const { pid, connectionString } = await startEmbeddedPostgres({ dataDir: process.argv[1] });
    console.log(JSON.stringify({ pid, connectionString }));`;
  const args = ['--input-type=module', '--eval', script, dataDir];
  const owner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  owners.push(owner);
  return owner;
}

/** The same, when its Postgres is ready. */
export async function startOwner() {
  const owner = spawnOwner();
  if (!owner.stdout) throw new Error('no output');
  const [line] = await once(createInterface(owner.stdout), 'line');
  const { pid, connectionString }: { pid: number; connectionString: string } = JSON.parse(line);
  return { owner, pid, connectionString };
}

/** Ends it at once and waits until it is gone. */
export async function kill(owner: ChildProcess): Promise<void> {
  const ended = once(owner, 'exit');
  owner.kill('SIGKILL');
  await ended;
}

/** The parent of a living process. */
export async function parentOf(pid: number): Promise<number> {
  const facts = await processFacts(pid);
  if (!facts) throw new Error(`Process ${pid} is gone`);
  return facts.parent;
}

/** Whether the process still runs. */
export async function isAlive(pid: number): Promise<boolean> {
  return (await processFacts(pid)) !== undefined;
}

/** The living children of a process (Linux). */
export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const facts = await Promise.all(pids.map(processFacts));
  return pids.filter((_, index) => facts[index]?.parent === parent);
}

/** The rights on a file, as chmod writes them. */
export async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

/** The message of the error that was expected. */
export async function refusal(attempt: Promise<unknown>): Promise<string> {
  const outcome = await attempt.then(
    () => 'it was accepted',
    (error: unknown) => error,
  );
  if (outcome instanceof Error) return outcome.message;
  throw new Error(String(outcome));
}

export const KEEP_A_ROW = 'CREATE TABLE kept AS SELECT 42 AS answer';
export const COUNT_ROWS = 'SELECT count(*)::int FROM kept';
