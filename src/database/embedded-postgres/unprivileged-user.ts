import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** How the Postgres programs are started, since Postgres refuses to run as root. */
export interface RunAs {
  /** The owner that its files need; undefined where this process owns them anyway. */
  owner: { uid: number; gid: number } | undefined;
  /** What switches the user, as options of spawn. */
  spawnOptions: { uid?: number; gid?: number };
  /** What goes before the program and its arguments. */
  prefix: string[];
}

const ITSELF: RunAs = { owner: undefined, spawnOptions: {}, prefix: [] };

/**
 * Chooses the user for Postgres. An ordinary user runs it as itself. Root runs it as `postgres`
 * or `nobody`, or, where neither may enter the folders (a clone under a home of mode 0700), in a
 * user namespace that gives root another number, or as the folder's owner. Refuses when nothing
 * of this works.
 */
export async function chooseRunAs(binaries: PostgresBinaries, dataDir: string): Promise<RunAs> {
  const uid = process.getuid?.();
  const problems: string[] = [];
  for (const candidate of await candidates(uid, dataDir)) {
    const problem = await probe(candidate, binaries, dataDir);
    if (problem === undefined) return candidate;
    problems.push(problem);
  }
  const reason = problems.find((problem) => problem !== '') ?? 'no message';
  throw new EmbeddedPostgresError(
    uid === 0
      ? `Postgres refuses to run as root, and no other user may enter ${dataDir} and its binaries (${reason}): start Guildhall as an ordinary user, move it to a folder that others may enter, or set DATABASE_URL.`
      : `Postgres does not run here (${reason}): try npm rebuild, or set DATABASE_URL.`,
  );
}

/** Undefined when Postgres runs that way, else what speaks against it. */
async function probe(
  runAs: RunAs,
  binaries: PostgresBinaries,
  dataDir: string,
): Promise<string | undefined> {
  // initdb refuses a user without a name, which containers like to have: id does so earlier.
  const script = 'id -un && cd "$1" && "$2" --version';
  const { code, stderr } =
    process.platform === 'win32'
      ? await runProgram(runAs, binaries.postgres, ['--version'])
      : await runProgram(runAs, 'sh', ['-c', script, 'sh', dataDir, binaries.postgres]);
  return code === 0 ? undefined : (stderr.trim().split('\n', 1)[0] ?? '');
}

/** Runs one of the programs to its end, with an input if there is one. */
export async function runProgram(
  runAs: RunAs,
  file: string,
  args: string[],
  input = '',
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [program = file, ...rest] = [...runAs.prefix, file, ...args];
  const child = spawn(program, rest, {
    ...runAs.spawnOptions,
    cwd: '/',
    env: programEnv(),
    stdio: 'pipe',
    windowsHide: true,
  });
  const ended = once(child, 'close');
  // A program that ends before it has read everything is judged by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  try {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code: child.exitCode, stdout, stderr };
  } catch (error) {
    return { code: null, stdout: '', stderr: error instanceof Error ? error.message : 'failed' };
  }
}

/** The environment for Postgres: nothing of the application's secrets, messages in English. */
export function programEnv(): Record<string, string> {
  const env: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' };
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'windir'];
  for (const name of kept) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

async function candidates(uid: number | undefined, dataDir: string): Promise<RunAs[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const accounts = passwd.split('\n').flatMap((line) => {
    const [name = '', , number, group] = line.split(':');
    return Number(number) > 0 ? [{ name, uid: Number(number), gid: Number(group) }] : [];
  });
  // Any name will do in the namespace: outside of it the user stays the same.
  const named = accounts.find(({ name }) => name === 'nobody') ?? accounts[0];
  const namespace: RunAs = {
    owner: uid === 0 ? { uid: 0, gid: 0 } : undefined,
    spawnOptions: {},
    prefix: ['unshare', '--user', `--map-user=${named?.uid ?? 1000}`, '--'],
  };
  if (uid === undefined) return [ITSELF];
  if (uid !== 0) return [ITSELF, namespace];
  const byName = ['postgres', 'nobody'].flatMap((name) =>
    accounts.filter((account) => account.name === name),
  );
  const folder = await stat(dirname(dataDir));
  const owner = folder.uid > 0 ? [asUser(folder)] : [];
  return [...byName.map(asUser), namespace, ...owner];
}

function asUser({ uid, gid }: { uid: number; gid: number }): RunAs {
  return { owner: { uid, gid }, spawnOptions: { uid, gid }, prefix: [] };
}
