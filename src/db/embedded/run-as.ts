import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PostgresBinaries } from '#db/embedded/binaries.ts';
import { EmbeddedPostgresError } from '#db/embedded/error.ts';

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
  if (process.getuid?.() !== 0) {
    const { code, stderr } = await runProgram(ITSELF, binaries.postgres, ['--version']);
    if (code === 0) return ITSELF;
    throw new EmbeddedPostgresError(
      `The Postgres binary does not run here (${firstLine(stderr)}): try npm rebuild, or set DATABASE_URL.`,
    );
  }
  let reason = '';
  for (const candidate of await candidatesForRoot(dataDir)) {
    const script = 'cd "$1" && "$2" --version';
    const args = ['-c', script, 'sh', dataDir, binaries.postgres];
    const { code, stderr } = await runProgram(candidate, 'sh', args);
    if (code === 0) return candidate;
    reason = firstLine(stderr) || reason;
  }
  throw new EmbeddedPostgresError(
    `Postgres refuses to run as root, and no other user may enter ${dataDir} and its binaries (${reason}): start Guildhall as an ordinary user, move it to a folder that others may enter, or set DATABASE_URL.`,
  );
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

async function candidatesForRoot(dataDir: string): Promise<RunAs[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const accounts = passwd.split('\n').map((line) => line.split(':'));
  const candidates: RunAs[] = [];
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name);
    const uid = Number(account?.[2]);
    if (account && uid > 0) candidates.push(asUser(uid, Number(account[3])));
  }
  candidates.push({
    owner: { uid: 0, gid: 0 },
    spawnOptions: {},
    prefix: ['unshare', '--user', '--map-user=1000', '--'],
  });
  const folder = await stat(dirname(dataDir));
  if (folder.uid > 0) candidates.push(asUser(folder.uid, folder.gid));
  return candidates;
}

function asUser(uid: number, gid: number): RunAs {
  return { owner: { uid, gid }, spawnOptions: { uid, gid }, prefix: [] };
}

function firstLine(message: string): string {
  return message.trim().split('\n', 1)[0] ?? '';
}
