import { randomBytes } from 'node:crypto';
import { chown, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { initializeCluster, runSql } from './postgres-programs.ts';
import { changeClusterOwner, makePrivateFolder } from './private-folders.ts';
import { syncFolder } from './sync-folder.ts';
import type { RunAs } from './unprivileged-user.ts';

/** The name of the application's role and database. */
export const DATABASE_NAME = 'guildhall';
const MAJOR = '18';
const UNFINISHED = 'postgres.new-';
/** A file in the cluster that says which rights its role has; clusters of version 0.2 have none. */
const RIGHTS_FILE = 'guildhall.rights';
const RIGHTS = 'replication\n';

/**
 * Ensures that a complete cluster exists in `${dataDir}/postgres` and returns the password of its
 * role. No server runs yet.
 * @throws EmbeddedPostgresError when the folder contains something else.
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
    // The initdb of a crashed start may still write there; deleting its folder makes it fail. A
    // folder that cannot be deleted is harmless and is deleted at the next start.
    const retries = { maxRetries: 10, retryDelay: 50 };
    await rm(join(dataDir, name), { recursive: true, force: true, ...retries }).catch(
      () => undefined,
    );
  }
  const existed = await isCluster(cluster);
  const path = join(dataDir, 'postgres.password');
  const stored = await readPassword(path);
  const password = stored ?? randomBytes(24).toString('base64url');
  if (!existed) {
    log(`Creating the database under ${cluster}`);
    const unfinished = await createCluster(dataDir, binaries, runAs, password);
    if (!stored) await writePassword(path, password);
    await rename(unfinished, cluster);
    await syncFolder(dataDir);
    return password;
  }
  await changeClusterOwner(cluster, runAs);
  await completeConfiguration(dataDir, binaries, runAs);
  if (!stored) {
    // The file was lost or removed. It is written last, so that an interrupted change is done
    // again.
    log('The password of the database is missing: creating a new one');
    await runSql(cluster, binaries, runAs, [setPassword('ALTER', password)]);
    await writePassword(path, password);
  }
  await grantReplication(cluster, binaries, runAs);
  return password;
}

/** Creates the configuration of a cluster that was restored, because backups give none. */
async function completeConfiguration(
  dataDir: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  const present = await readdir(cluster);
  const missing = configurationFiles.filter((name) => !present.includes(name));
  if (missing.length === 0) return;
  const unfinished = join(dataDir, `${UNFINISHED}${randomBytes(6).toString('hex')}`);
  try {
    await makePrivateFolder(unfinished, runAs);
    await initializeCluster(unfinished, binaries, runAs);
    await writeAccessRule(unfinished, runAs);
    for (const name of missing) {
      const text = await readFile(join(unfinished, name), 'utf8');
      await writeClusterFile(join(cluster, name), text, runAs);
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Without them Postgres does not start. */
const configurationFiles = ['postgresql.conf', 'pg_hba.conf', 'pg_ident.conf'];

/** Lets the application's role in, with its password. */
async function writeAccessRule(cluster: string, runAs: RunAs): Promise<void> {
  const rule = process.platform === 'win32' ? 'host all all 127.0.0.1/32' : 'local all all';
  await writeClusterFile(join(cluster, 'pg_hba.conf'), `${rule} scram-sha-256\n`, runAs);
}

/** Lets the role make base backups, which clusters of earlier versions do not. */
async function grantReplication(
  cluster: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
): Promise<void> {
  const path = join(cluster, RIGHTS_FILE);
  if ((await readFile(path, 'utf8').catch(() => '')) === RIGHTS) return;
  await runSql(cluster, binaries, runAs, [`ALTER ROLE ${DATABASE_NAME} REPLICATION`]);
  await writeClusterFile(path, RIGHTS, runAs);
}

/** Writes a file that belongs to the user of Postgres, who must be able to read it for a base backup. */
async function writeClusterFile(path: string, text: string, runAs: RunAs): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  if (runAs.owner) await chown(path, runAs.owner.uid, runAs.owner.gid);
}

async function isCluster(cluster: string): Promise<boolean> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version?.trim() === MAJOR) return true;
  if (version) {
    throw new EmbeddedPostgresError(
      `${cluster} was made by Postgres ${version.trim()}, this is ${MAJOR}: move the data with pg_dump, or set another DATA_DIR.`,
    );
  }
  // An empty folder may have been created by hand, for example as a mount point.
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
  // Under another name until it is complete, so that a crash leaves nothing that looks like data.
  // The name is new each time, because the initdb of a crashed start may still be writing.
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
  await initializeCluster(unfinished, binaries, runAs);
  await writeAccessRule(unfinished, runAs);
  // The application's role is not a superuser. The superuser has no password, so nobody can log in
  // as it.
  await runSql(unfinished, binaries, runAs, [
    setPassword('CREATE', password),
    `GRANT pg_monitor, pg_checkpoint TO ${DATABASE_NAME}`,
    `CREATE DATABASE ${DATABASE_NAME} OWNER ${DATABASE_NAME}`,
  ]);
  await writeClusterFile(join(unfinished, RIGHTS_FILE), RIGHTS, runAs);
}

function setPassword(verb: 'CREATE' | 'ALTER', password: string): string {
  return `${verb} ROLE ${DATABASE_NAME} LOGIN CREATEDB REPLICATION PASSWORD '${password}'`;
}
