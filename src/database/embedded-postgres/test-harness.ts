import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { getProcessInfo } from './process-identity.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { waitUntil } from './wait-until.ts';

/** The data folder of the running test. */
export let dataDir: string;
export let running: EmbeddedPostgres[];
let owners: ChildProcess[];

/** The statements of the running test that add its row and count it: 1, and an error when it is lost. */
export let insertARow: string;
export let countRows: string;
let tests = 0;

/**
 * Gives each test of the calling file or `describe` a data folder of its own, and ends what it started. Test files
 * share the modules of their worker, so hooks at the top of this module would belong to the first file only.
 */
export function useOwnDataDir(): void {
  beforeEach(async () => {
    dataDir = await makeFolder();
  });
  // Hooks after a test run in reverse order.
  afterEach(removeFolder);
  useEnds();
}

/** The same with one folder for all tests, because creating a database takes longer than most of them. */
export function useSharedDataDir(): void {
  beforeAll(async () => {
    dataDir = await makeFolder();
    const first = await startEmbeddedPostgres({ dataDir });
    await first.stop();
  });
  useEnds();
  afterAll(removeFolder);
}

/** Ends after each test what it started. */
function useEnds(): void {
  beforeEach(() => {
    running = [];
    owners = [];
    tests += 1;
    insertARow = `CREATE TABLE kept_${tests} AS SELECT 42 AS answer`;
    countRows = `SELECT count(*)::int FROM kept_${tests}`;
  });
  afterEach(async () => {
    for (const owner of owners) {
      if (owner.exitCode === null && owner.signalCode === null) await kill(owner);
    }
    for (const postgres of running) await postgres.stop();
  });
}

async function removeFolder(): Promise<void> {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** A folder that all users can enter, like a project folder; mkdtemp would create it with mode 0700. */
async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'guildhall-embedded-')));
  await chmod(folder, 0o755);
  return folder;
}

/** Starts a Postgres from this process. It is stopped after the test. */
export async function start(folder = dataDir, settings = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings });
  running.push(postgres);
  return postgres;
}

/** Runs one statement on a connection of its own. */
export async function query(to: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(to);
  // A Postgres that a test kills ends its connections.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Runs one statement and returns the first value of the first row. */
export async function queryPostgres(postgres: EmbeddedPostgres, sql: string): Promise<unknown> {
  return Object.values((await query(postgres.connectionString, sql))[0] ?? {})[0];
}

/** Waits until the condition is true; fails after 20 s. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  if (!(await waitUntil(condition, 20_000))) throw new Error(`Timed out: ${what}`);
}

/** Starts a Postgres from a separate process, its owner, which a test can kill. */
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

/** The same, and waits until the Postgres is ready. */
export async function startOwner() {
  const owner = spawnOwner();
  if (!owner.stdout) throw new Error('no output');
  const [line] = await once(createInterface(owner.stdout), 'line');
  const { pid, connectionString }: { pid: number; connectionString: string } = JSON.parse(line);
  return { owner, pid, connectionString };
}

/** Kills the owner process and waits until it has ended. */
export async function kill(owner: ChildProcess): Promise<void> {
  const ended = once(owner, 'exit');
  owner.kill('SIGKILL');
  await ended;
}

/** The parent of a running process. */
export async function parentOf(pid: number): Promise<number> {
  const facts = await getProcessInfo(pid);
  if (!facts) throw new Error(`Process ${pid} has ended`);
  return facts.parent;
}

/** Whether the process is running. */
export async function isAlive(pid: number): Promise<boolean> {
  return (await getProcessInfo(pid)) !== undefined;
}

/** The running children of a process (Linux). */
export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const facts = await Promise.all(pids.map(getProcessInfo));
  return pids.filter((_, index) => facts[index]?.parent === parent);
}

/** The permissions of a file in chmod's octal form. */
export async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

/** The message of the expected error. */
export async function getStartError(attempt: Promise<unknown>): Promise<string> {
  const outcome = await attempt.then(
    () => 'it succeeded',
    (error: unknown) => error,
  );
  if (outcome instanceof Error) return outcome.message;
  throw new Error(String(outcome));
}
