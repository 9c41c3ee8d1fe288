import { copyFile, lstat, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { auditEconomy } from '#domain/audit/audit-economy.ts';
import { listUnreadable } from '#domain/secrets/list-unreadable.ts';
import { endAccessAfterRestore } from '#domain/system/backups/end-access-after-restore.ts';
import { createLog } from '../bootstrap/log.ts';
import { openConfiguredDatabase } from '../bootstrap/open-database.ts';
import type { Config } from '../config/config.ts';
import { findEncryption } from '../config/open-encryption.ts';
import { BackupError, type BackupPart, backupParts } from './backup-file.ts';
import { findBackupPath } from './backup-folder.ts';
import { readInstalledVersion } from './check-backup-version.ts';
import { getFreeBytes, reservedBytes } from './free-space.ts';
import { makeEnterable, preparedDataDir, type RestoreState } from './restore-state.ts';
import { requireOwnBackup } from './sign-backup.ts';
import { postgresConfiguration, unpackBackup } from './unpack-backup.ts';

export interface PrepareOptions {
  signal?: AbortSignal;
  /** The free bytes of the disk with the folder. */
  getFreeBytes?: (folder: string) => Promise<number>;
}

/** Unpacked, a backup is larger than its file. */
const growth = 3;
/** Folders that a backup without such files does not have. Without them the present files would stay. */
const foldersOfFiles = ['gallery', 'mail'] as const;
/** What the Postgres of the preparation leaves, which is no data. */
const traces = ['postgres.socket', 'postgres.log', 'instance.lock', 'postgres/postmaster.opts'];

/**
 * Unpacks a backup of this installation beside the running data, starts a database of its own on it, migrates and
 * audits it, and ends all access that it knew. The running data is not touched.
 * @throws BackupError with the line that the admin reads.
 */
export async function prepareRestore(
  config: Config,
  { file, requestedBy }: Pick<RestoreState, 'file' | 'requestedBy'>,
  options: PrepareOptions = {},
): Promise<NonNullable<RestoreState['found']>> {
  const { signal } = options;
  if (config.DATABASE_URL) {
    throw new BackupError('The database is on another server: restore it in the terminal.');
  }
  await requireExchangeable(config.DATA_DIR);
  const data = preparedDataDir(config.DATA_DIR);
  await rm(data, { recursive: true, force: true });
  try {
    await makeEnterable(data);
    await unpackOwn(config, file, data, options);
    for (const name of foldersOfFiles)
      await mkdir(path.join(data, name), { recursive: true, mode: 0o700 });
    await copyConfiguration(config.DATA_DIR, data);
    const unreadable = await check(config, data, { file, requestedBy, signal });
    for (const name of traces) await rm(path.join(data, name), { recursive: true, force: true });
    const parts: BackupPart[] = [];
    for (const part of backupParts) {
      if (await exists(path.join(data, part))) parts.push(part);
    }
    const { migration = 0 } = await readInstalledVersion();
    return { migration, parts, unreadable };
  } catch (error) {
    await rm(data, { recursive: true, force: true });
    throw error;
  }
}

/** @throws BackupError if the running data cannot be renamed: it is on a disk of its own, or behind a link. */
async function requireExchangeable(dataDir: string): Promise<void> {
  const { dev } = await lstat(dataDir);
  for (const part of backupParts) {
    const found = await lstat(path.join(dataDir, part)).catch(() => null);
    if (!found || (found.dev === dev && !found.isSymbolicLink())) continue;
    throw new BackupError(
      `${part} in the folder of the data is a link or a disk of its own: restore in the terminal.`,
    );
  }
}

async function unpackOwn(
  config: Config,
  name: string,
  data: string,
  { signal, getFreeBytes: getFree = getFreeBytes }: PrepareOptions,
): Promise<void> {
  const file = findBackupPath(config, name);
  const handle = file && (await open(file).catch(() => null));
  if (!handle) throw new BackupError(`${name} is not there any more.`);
  try {
    // Through one handle: what is checked is what is unpacked, also if the name is given to another file.
    await requireOwnBackup(config, file, handle, signal);
    const { size } = await handle.stat();
    if ((await getFree(data)) < reservedBytes + size * growth) {
      throw new BackupError('is larger unpacked than what is free on the disk');
    }
    const { description } = await unpackBackup(
      handle.createReadStream({ start: 0, autoClose: false }),
      data,
      { installed: await readInstalledVersion(), signal, getFreeBytes: () => getFree(data) },
    );
    if (description.database !== 'embedded') throw new BackupError('contains no database');
  } catch (error) {
    if (error instanceof BackupError)
      throw new BackupError(`${name} ${error.message}.`, { cause: error });
    throw error;
  } finally {
    await handle.close();
  }
}

/** The database that runs now keeps its configuration. */
async function copyConfiguration(dataDir: string, data: string): Promise<void> {
  for (const name of postgresConfiguration.kept) {
    const source = path.join(dataDir, 'postgres', name);
    if (await exists(source)) await copyFile(source, path.join(data, 'postgres', name));
  }
}

async function check(
  config: Config,
  data: string,
  {
    file,
    requestedBy,
    signal,
  }: Pick<RestoreState, 'file' | 'requestedBy'> & { signal: AbortSignal | undefined },
): Promise<number> {
  const { db, close } = await openConfiguredDatabase(
    { ...config, DATA_DIR: data, WEB_PROCESSES: 1 },
    createLog('silent'),
  );
  try {
    signal?.throwIfAborted();
    const { violations } = await auditEconomy({
      db,
      rules: { marketFeePercent: config.MARKET_FEE_PERCENT },
    });
    if (violations.length > 0) {
      const names = violations.map(({ rule }) => rule).join(', ');
      throw new BackupError(
        `The audit of ${file} found broken rules (${names}), so it is not restored here. In the terminal it can be.`,
      );
    }
    const keyIds = (await findEncryption(config))?.keyIds ?? [];
    const unreadable = await listUnreadable(db, { keyIds });
    await endAccessAfterRestore(db, { file, adminId: requestedBy.id, now: new Date() });
    signal?.throwIfAborted();
    return unreadable.reduce((sum, { count }) => sum + count, 0);
  } finally {
    await close();
  }
}

const exists = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );
