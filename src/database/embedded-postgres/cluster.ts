import { randomBytes } from 'node:crypto';
import { chown, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { initialize, runSql } from './postgres-programs.ts';
import { makePrivateFolder, ownCluster } from './private-folders.ts';
import type { RunAs } from './unprivileged-user.ts';

/** The role and the database of the application. */
export const DATABASE = 'guildhall';
const MAJOR = '18';
const UNFINISHED = 'postgres.new-';

/**
 * Makes sure that a complete cluster stands under `${dataDir}/postgres` and returns the password
 * of its role. Nothing listens yet. Refuses a folder that holds something else.
 */
export async function prepareCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  log: (line: string) => void,
): Promise<string> {
  const cluster = join(dataDir, 'postgres');
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    // An initdb that outlived its Node may still write there and fail by this. What resists is
    // in nobody's way and goes at the next start.
    const retries = { maxRetries: 10, retryDelay: 50 };
    await rm(join(dataDir, name), { recursive: true, force: true, ...retries }).catch(
      () => undefined,
    );
  }
  const existed = await isCluster(cluster);
  const path = join(dataDir, 'postgres.password');
  const kept = await readPassword(path);
  const password = kept ?? randomBytes(24).toString('base64url');
  if (!existed) {
    log(`Creating the database under ${cluster}`);
    const unfinished = await createCluster(dataDir, binaries, runAs, password);
    if (!kept) await writePassword(path, password);
    await rename(unfinished, cluster);
    await syncFolder(dataDir);
    return password;
  }
  await ownCluster(cluster, runAs);
  if (!kept) {
    // The file was lost or removed. It is written last, so that an interrupted change is repeated.
    log('The password of the database is missing: making a new one');
    await runSql(cluster, binaries, runAs, [setPassword('ALTER', password)]);
    await writePassword(path, password);
  }
  return password;
}

async function isCluster(cluster: string): Promise<boolean> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version?.trim() === MAJOR) return true;
  if (version) {
    throw new EmbeddedPostgresError(
      `${cluster} was made by Postgres ${version.trim()}, this is ${MAJOR}: move the data with pg_dump, or set another DATA_DIR.`,
    );
  }
  // An empty folder may have been made by hand, for example as the place of a mount.
  await rmdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return;
    throw new EmbeddedPostgresError(
      `${cluster} is in the way: it is not a database (${error.code}).`,
    );
  });
  return false;
}

async function readPassword(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return /^[\w-]{32}\n$/.test(text) ? text.trim() : undefined;
}

async function writePassword(path: string, password: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(`${password}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function createCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  password: string,
): Promise<string> {
  // Under another name until it is complete: a crash here leaves nothing that looks like data.
  // A new name each time, because the initdb of a crashed start may still be writing.
  const unfinished = join(dataDir, `${UNFINISHED}${randomBytes(6).toString('hex')}`);
  try {
    await fillCluster(unfinished, binaries, runAs, password);
    return unfinished;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

async function fillCluster(
  unfinished: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  password: string,
): Promise<void> {
  await makePrivateFolder(unfinished, runAs);
  await initialize(unfinished, binaries, runAs);
  const hba = join(unfinished, 'pg_hba.conf');
  const way = process.platform === 'win32' ? 'host all all 127.0.0.1/32' : 'local all all';
  await writeFile(hba, `${way} scram-sha-256\n`, { mode: 0o600 });
  if (runAs.owner) await chown(hba, runAs.owner.uid, runAs.owner.gid);
  // The application is no superuser, and the superuser has no password: nobody logs in as it.
  await runSql(unfinished, binaries, runAs, [
    setPassword('CREATE', password),
    `GRANT pg_monitor, pg_checkpoint TO ${DATABASE}`,
    `CREATE DATABASE ${DATABASE} OWNER ${DATABASE}`,
  ]);
}

function setPassword(verb: 'CREATE' | 'ALTER', password: string): string {
  return `${verb} ROLE ${DATABASE} LOGIN CREATEDB PASSWORD '${password}'`;
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
