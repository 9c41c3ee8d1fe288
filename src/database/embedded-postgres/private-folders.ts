import { createHash } from 'node:crypto';
import { chmod, chown, lchown, lstat, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { RunAs } from './unprivileged-user.ts';

/** The longest socket path in bytes that both Linux (107) and macOS (103) allow. */
const LONGEST_SOCKET = 103;
const SOCKET_NAME = '/.s.PGSQL.5432';

/**
 * Creates a folder that only the user of Postgres may enter, or changes an existing one
 * accordingly.
 */
export async function makePrivateFolder(path: string, runAs: RunAs): Promise<void> {
  await tryMkdir(path);
  await makePrivate(path, runAs);
}

/**
 * Creates the folder for the socket: beside the data or, when that path is too long for a socket, a
 * short path in the system's temporary folder.
 */
export async function makeSocketFolder(dataDir: string, runAs: RunAs): Promise<string> {
  const besideData = join(dataDir, 'postgres.socket');
  if (fits(besideData)) {
    await makePrivateFolder(besideData, runAs);
    return besideData;
  }
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const root = fits(join(tmpdir(), 'guildhall-0123456789abcdef')) ? tmpdir() : '/tmp';
  let shortPath = join(root, `guildhall-${hash}`);
  // Anybody can write there. A folder or link that another user created under this name is not
  // used.
  if (!(await tryMkdir(shortPath)) && !(await isTrusted(shortPath, runAs))) {
    shortPath = await mkdtemp(join(root, 'guildhall-'));
  }
  await makePrivate(shortPath, runAs);
  return shortPath;
}

/** Returns false when the name exists already. */
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

// A comma would separate folders in the settings of Postgres.
function fits(folder: string): boolean {
  return Buffer.byteLength(folder + SOCKET_NAME) <= LONGEST_SOCKET && !folder.includes(',');
}

/**
 * Changes the owner of the cluster to the user that runs Postgres, when an earlier start used
 * another user.
 */
export async function changeClusterOwner(cluster: string, runAs: RunAs): Promise<void> {
  if (process.platform === 'win32') return;
  const { uid } = await lstat(cluster);
  const expectedUid = runAs.owner?.uid ?? process.getuid?.();
  if (uid === expectedUid) return;
  if (!runAs.owner) {
    throw new EmbeddedPostgresError(
      `${cluster} belongs to user ${uid}, not to the user ${expectedUid} who starts Guildhall: start it as the same user, or change the owner.`,
    );
  }
  // Until the end the folder belongs to root: the earlier user cannot exchange its entries, and an interrupted
  // change is done again.
  await lchown(cluster, 0, 0);
  for (const name of await readdir(cluster)) await changeOwner(join(cluster, name), runAs.owner);
  await lchown(cluster, runAs.owner.uid, runAs.owner.gid);
}

/** Changes the owner of a folder before that of its entries, and never follows a link. */
async function changeOwner(path: string, owner: NonNullable<RunAs['owner']>): Promise<void> {
  await lchown(path, owner.uid, owner.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await changeOwner(join(path, name), owner);
}
