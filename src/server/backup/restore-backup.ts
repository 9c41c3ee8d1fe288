import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockDataDir } from '#database/embedded-postgres/instance-lock.ts';
import { syncFolder } from '#database/embedded-postgres/sync-folder.ts';
import { BackupError, backupParts } from './backup-file.ts';
import { readInstalledVersion } from './check-backup-version.ts';
import { type RestoredBackup, unpackBackup } from './unpack-backup.ts';

const unfinishedPrefix = 'restore.new-';
/** What may be in the folder before: old backups, the keys, the lock, and what a file system creates. */
const ignored = new Set(['backups', 'backup-key', 'encryption-key', 'instance.lock', 'lost+found']);

/**
 * Unpacks a backup into an empty `dataDir`. The files appear there when all of them are on disk and their checksums
 * are correct; otherwise the folder stays as it was.
 * `signal` stops it, which also leaves the folder as it was.
 * @throws BackupError with the line that the operator sees.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  signal?: AbortSignal,
): Promise<RestoredBackup> {
  const installed = await readInstalledVersion();
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockDataDir(dataDir);
  try {
    await requireEmpty(dataDir);
    const unfinished = await mkdtemp(path.join(dataDir, unfinishedPrefix));
    try {
      const restored = await unpackBackup(createReadStream(file), unfinished, {
        installed,
        signal,
      });
      for (const part of backupParts) {
        if (!restored.checksums[part]) continue;
        await rename(path.join(unfinished, part), path.join(dataDir, part));
      }
      await syncFolder(dataDir);
      return restored;
    } catch (error) {
      if (signal?.aborted) {
        throw new BackupError('The restore was stopped. Nothing was restored.', { cause: error });
      }
      throw toBackupError(error, file, dataDir);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  } finally {
    await unlock();
  }
}

async function requireEmpty(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (ignored.has(name)) continue;
    // A restore that was killed.
    if (name.startsWith(unfinishedPrefix)) {
      await rm(path.join(dataDir, name), { recursive: true, force: true });
      continue;
    }
    throw new BackupError(
      `${dataDir} is not empty (${name}): move its content away, or set another DATA_DIR.`,
    );
  }
}

/** Messages begin with the file, which the errors above leave out. */
function toBackupError(error: unknown, file: string, dataDir: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof BackupError) {
    return new BackupError(`${file} ${error.message}. Nothing was restored.`, { cause: error });
  }
  if (code === 'ENOSPC') {
    return new BackupError(`The disk of ${dataDir} is full. Nothing was restored.`);
  }
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
    return new BackupError(`${file} cannot be read (${code}).`);
  }
  // Everything else is what zlib and tar report about damaged bytes.
  return new BackupError(
    `${file} is damaged, incomplete or not a backup (${error.message}). Nothing was restored.`,
    { cause: error },
  );
}
