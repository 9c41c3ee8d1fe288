import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
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

/** When the newest complete backup in the folder began; null when there is no backup. */
export async function findLastBackup(folder: string): Promise<Date | null> {
  const names = await readdir(folder).catch(() => []);
  const times = names.flatMap((name) => {
    const found = /^guildhall-(?:nightly-)?(.{10}T\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.tar\.zst$/.exec(
      name,
    );
    const time = found ? Date.parse(`${found[1]}:${found[2]}:${found[3]}.${found[4]}`) : Number.NaN;
    return Number.isNaN(time) ? [] : time;
  });
  return times.length > 0 ? new Date(Math.max(...times)) : null;
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
