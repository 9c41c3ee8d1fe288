import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { BackupFile } from '#domain/system/server-operations.ts';
import type { Config } from '../config/config.ts';

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
      return file?.isFile() ? [{ name, at, bytes: file.size }] : [];
    }),
  );
  return files.flat();
}

/** Opens a backup by its name, which may come from a request; null if it does not exist. */
export async function openBackupFile(
  config: Config,
  name: string,
): Promise<{ stream: Readable; bytes: number } | null> {
  // Such a name has no folder.
  if (!parseBackupName(name)) return null;
  const file = await open(path.join(getBackupFolder(config), name)).catch(() => null);
  if (!file) return null;
  const { size } = await file.stat();
  return { stream: file.createReadStream(), bytes: size };
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
  for (const name of old) await rm(path.join(folder, name), { force: true });
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
