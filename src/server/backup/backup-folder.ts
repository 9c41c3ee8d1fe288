import { open, readdir, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { BackupFile } from '#domain/system/server-operations.ts';
import type { Config } from '../config/config.ts';
import { getFreeBytes, reservedBytes } from './free-space.ts';
import { signatureOf } from './sign-backup.ts';

export const backupPrefix = 'guildhall-';
export const nightlyPrefix = `${backupPrefix}nightly-`;
/** The suffix of a file that is being written. */
export const unfinishedSuffix = '.part';
/** An unfinished file that nobody has written to for this long is from a process that was killed. */
const abandonedMs = 60 * 60 * 1000;

/** The folder that backups are written to. */
export function getBackupFolder({ BACKUP_DIR, DATA_DIR }: Config): string {
  return path.resolve(BACKUP_DIR ?? path.join(DATA_DIR, 'backups'));
}

/** The name of the file of a backup that begins at `at`. */
export function toBackupName(prefix: string, at: Date): string {
  return `${prefix}${at.toISOString().replaceAll(/[:.]/g, '-')}.tar.zst`;
}

const backupName =
  /^guildhall-(?:nightly-)?(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.tar\.zst$/;

/** When the backup of this name began; null for any other name. */
function parseBackupName(name: string): Date | null {
  const found = backupName.exec(name);
  if (!found) return null;
  const at = new Date(`${found[1]}:${found[2]}:${found[3]}.${found[4]}`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** What a list says of a backup; null for a file of any other name. */
export function describeBackup(file: Omit<BackupFile, 'at' | 'isScheduled'>): BackupFile | null {
  const at = parseBackupName(file.name);
  return at && { ...file, at, isScheduled: file.name.startsWith(nightlyPrefix) };
}

async function listBackupTimes(folder: string): Promise<{ name: string; at: Date }[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => {
    const at = parseBackupName(name);
    return at ? [{ name, at }] : [];
  });
}

/** When the newest complete backup in the folder began; null when there is no backup. */
export async function findLastBackup(folder: string): Promise<Date | null> {
  const times = (await listBackupTimes(folder)).map(({ at }) => at.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

/** How many backups a list shows. */
const listedMax = 100;

/** The complete backups of this machine, the newest first. */
export async function listBackups(config: Config): Promise<BackupFile[]> {
  const folder = getBackupFolder(config);
  const found = await listBackupTimes(folder);
  const newest = found.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, listedMax);
  const files = await Promise.all(
    newest.map(async ({ name, at }) => {
      // It may have been deleted meanwhile.
      const file = await stat(path.join(folder, name)).catch(() => null);
      if (!file?.isFile()) return [];
      const signature = await stat(signatureOf(path.join(folder, name))).catch(() => null);
      const isScheduled = name.startsWith(nightlyPrefix);
      return [{ name, at, bytes: file.size, isScheduled, isSigned: signature !== null }];
    }),
  );
  return files.flat();
}

/** Opens a backup by its name, which may come from a request; null if it does not exist. */
export async function openBackupFile(
  config: Config,
  name: string,
): Promise<{ stream: Readable; bytes: number } | null> {
  const found = findBackupPath(config, name);
  const file = found && (await open(found).catch(() => null));
  if (!file) return null;
  const { size } = await file.stat();
  return { stream: file.createReadStream(), bytes: size };
}

/** The path of a backup by its name, which may come from a request; null for any other name. */
export function findBackupPath(config: Config, name: string): string | null {
  // Such a name has no folder.
  return parseBackupName(name) ? path.join(getBackupFolder(config), name) : null;
}

/** Deletes a backup and its signature. False if there is no such backup. */
export async function deleteBackup(config: Config, name: string): Promise<boolean> {
  const file = findBackupPath(config, name);
  if (file === null) return false;
  try {
    await unlink(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
  await rm(signatureOf(file), { force: true });
  return true;
}

/** Room for a backup that is larger than the newest one. */
const growth = 1.2;

/** The free bytes of the disk with the folder of backups, and how many a backup will need. */
export async function readBackupSpace(config: Config): Promise<{ free: number; needed: number }> {
  const folder = getBackupFolder(config);
  // Before the first backup the folder does not exist.
  const free = await getFreeBytes(folder).catch(() => getFreeBytes(config.DATA_DIR));
  const [newest] = await listBackups(config);
  return { free, needed: reservedBytes + Math.ceil((newest?.bytes ?? 0) * growth) };
}

/** Deletes the oldest backups with this prefix, so that `keep` remain. Returns the deleted names. */
export async function deleteOldBackups(
  folder: string,
  prefix: string,
  keep: number,
): Promise<string[]> {
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(prefix) && name.endsWith('.tar.zst'),
  );
  // The names contain the time.
  const old = names.toSorted().slice(0, -keep);
  for (const name of old) {
    await rm(path.join(folder, name), { force: true });
    await rm(signatureOf(path.join(folder, name)), { force: true });
  }
  return old;
}

/** Deletes unfinished files that nobody writes any more. */
export async function removeAbandoned(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(unfinishedSuffix)) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > abandonedMs) await rm(file, { force: true });
  }
}
