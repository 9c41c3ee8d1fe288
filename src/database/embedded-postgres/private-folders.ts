import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type RunAs, runProgram } from './unprivileged-user.ts';

/** The longest socket path that Linux (107) and macOS (103) both take, in bytes. */
const LONGEST_SOCKET = 103;
const SOCKET_NAME = '/.s.PGSQL.5432';

/** Makes a folder that only the user of Postgres may enter, or brings an existing one to that. */
export async function makePrivateFolder(path: string, runAs: RunAs): Promise<void> {
  await tryMkdir(path);
  await makePrivate(path, runAs);
}

/**
 * The folder for the socket: beside the data or, where that path is too long for a socket, a
 * short one among the temporary files.
 */
export async function makeSocketFolder(dataDir: string, runAs: RunAs): Promise<string> {
  const beside = join(dataDir, 'postgres.socket');
  if (fits(beside)) {
    await makePrivateFolder(beside, runAs);
    return beside;
  }
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const root = fits(join(tmpdir(), 'guildhall-0123456789abcdef')) ? tmpdir() : '/tmp';
  let short = join(root, `guildhall-${hash}`);
  // Anybody may write there: a folder or link that somebody else put in our place is not used.
  if (!(await tryMkdir(short)) && !(await isTrusted(short, runAs))) {
    short = await mkdtemp(join(root, 'guildhall-'));
  }
  await makePrivate(short, runAs);
  return short;
}

/** False when something of that name was there already. */
async function tryMkdir(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isTrusted(path: string, runAs: RunAs): Promise<boolean> {
  const found = await lstat(path);
  return found.isDirectory() && [process.getuid?.(), runAs.owner?.uid].includes(found.uid);
}

async function makePrivate(path: string, runAs: RunAs): Promise<void> {
  if (process.platform === 'win32') return;
  if (runAs.owner) await chown(path, runAs.owner.uid, runAs.owner.gid);
  await chmod(path, 0o700);
}

// A comma separates folders in every setting that takes one.
function fits(folder: string): boolean {
  return Buffer.byteLength(folder + SOCKET_NAME) <= LONGEST_SOCKET && !folder.includes(',');
}

/** Gives the cluster to the user that runs Postgres, if an earlier start ran it as another one. */
export async function ownCluster(cluster: string, runAs: RunAs): Promise<void> {
  if (process.platform === 'win32') return;
  const { uid } = await lstat(cluster);
  const wanted = runAs.owner?.uid ?? process.getuid?.();
  if (uid === wanted) return;
  if (!runAs.owner) {
    throw new EmbeddedPostgresError(
      `${cluster} belongs to user ${uid}, not to the user ${wanted} who starts Guildhall: start it as the same user, or change the owner.`,
    );
  }
  const owner = `${runAs.owner.uid}:${runAs.owner.gid}`;
  const entries = (await readdir(cluster)).map((name) => join(cluster, name));
  const asRoot: RunAs = { owner: undefined, spawnOptions: {}, prefix: [] };
  // The folder itself comes last, so that an interrupted change is repeated.
  for (const paths of [entries, [cluster]]) {
    const { code, stderr } = await runProgram(asRoot, 'chown', ['-hR', owner, '--', ...paths]);
    if (code !== 0) throw new EmbeddedPostgresError(`Cannot change the owner: ${stderr.trim()}`);
  }
}
