import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** The user that the Postgres programs run as, because Postgres does not run as root. */
export interface RunAs {
  /** The owner that Postgres's files need; undefined when this process owns them. */
  owner: { uid: number; gid: number } | undefined;
  /** The options of `spawn` that change the user. */
  spawnOptions: { uid?: number; gid?: number };
  /** The command that precedes the program and its arguments. */
  prefix: string[];
}

const CURRENT_USER: RunAs = { owner: undefined, spawnOptions: {}, prefix: [] };

/**
 * Chooses the user for Postgres. An ordinary user runs it directly. Root runs it as `postgres` or
 * `nobody`. When these cannot enter the folders (such as a clone in a home folder with mode 0700),
 * root runs it in a user namespace with another user id, or as the folder's owner.
 * @throws EmbeddedPostgresError when none of this works.
 */
export async function chooseRunAs(binaries: PostgresBinaries, dataDir: string): Promise<RunAs> {
  const uid = process.getuid?.();
  const problems: string[] = [];
  for (const candidate of await listCandidates(uid, dataDir)) {
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

/** Undefined when Postgres runs as this user, otherwise the error message. */
async function probe(
  runAs: RunAs,
  binaries: PostgresBinaries,
  dataDir: string,
): Promise<string | undefined> {
  // initdb fails for a user without a name, which is common in containers. `id` shows this earlier.
  const script = 'id -un && cd "$1" && "$2" --version';
  const { code, stderr } =
    process.platform === 'win32'
      ? await runProgram(runAs, binaries.postgres, ['--version'])
      : await runProgram(runAs, 'sh', ['-c', script, 'sh', dataDir, binaries.postgres]);
  return code === 0 ? undefined : (stderr.trim().split('\n', 1)[0] ?? '');
}

/** Runs a Postgres program until it ends, with an optional input. */
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
  // When a program ends before it has read all its input, its exit code decides.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  try {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code: child.exitCode, stdout, stderr };
  } catch (error) {
    return { code: null, stdout: '', stderr: error instanceof Error ? error.message : 'failed' };
  }
}

/** The environment for Postgres: none of the application's secrets, and messages in English. */
export function programEnv(): Record<string, string> {
  const env: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' };
  const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'windir'];
  for (const name of passedOn) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

async function listCandidates(uid: number | undefined, dataDir: string): Promise<RunAs[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const accounts = passwd.split('\n').flatMap((line) => {
    const [name = '', , number, group] = line.split(':');
    return Number(number) > 0 ? [{ name, uid: Number(number), gid: Number(group) }] : [];
  });
  // Any existing user id works inside the namespace; outside of it the user stays the same.
  const named = accounts.find(({ name }) => name === 'nobody') ?? accounts[0];
  const namespace: RunAs = {
    owner: uid === 0 ? { uid: 0, gid: 0 } : undefined,
    spawnOptions: {},
    prefix: ['unshare', '--user', `--map-user=${named?.uid ?? 1000}`, '--'],
  };
  if (uid === undefined) return [CURRENT_USER];
  if (uid !== 0) return [CURRENT_USER, namespace];
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
