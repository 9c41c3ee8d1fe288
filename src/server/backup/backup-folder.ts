import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';

export const backupPrefix = 'guildhall-';
export const nightlyPrefix = `${backupPrefix}nightly-`;

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
