import { lstat, mkdir, realpath, rename } from 'node:fs/promises';
import path from 'node:path';
import { lockDataDir } from '#database/embedded-postgres/instance-lock.ts';
import { findPostgresBinaries } from '#database/embedded-postgres/postgres-binaries.ts';
import { stopOrphan } from '#database/embedded-postgres/postgres-process.ts';
import { syncFolder } from '#database/embedded-postgres/sync-folder.ts';
import type { Log } from '#domain/base-context.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { backupParts } from './backup-file.ts';
import { readInstalledVersion } from './check-backup-version.ts';
import {
  earlierDataPrefix,
  failRestore,
  failUnfinishedRestore,
  finishRestore,
  hasRestore,
  preparedDataDir,
  type RestoreState,
  readRestore,
  removeCancelledRestores,
  writeRestore,
} from './restore-state.ts';

/**
 * Exchanges the running data for a restore that is ready, before the database starts. The earlier data stays in a
 * folder of its own until the operator deletes it. An exchange that was interrupted goes on.
 * @throws ConfigError with the line that the operator sees, when files cannot be renamed.
 */
export async function swapRestoredData(config: Config, log: Log): Promise<void> {
  if (config.DATABASE_URL) return;
  const dataDir = await realpath(config.DATA_DIR).catch(() => null);
  if (dataDir === null) return;
  if (!(await hasRestore(dataDir))) return;
  // The folder may belong to an instance that is running.
  const unlock = await lockDataDir(dataDir);
  try {
    await removeCancelledRestores(dataDir);
    await failUnfinishedRestore(dataDir, 'The server was stopped before it was prepared.');
    const restore = await readRestore(dataDir);
    if (restore?.state !== 'ready' || !restore.found) return;
    const { migration = 0 } = await readInstalledVersion();
    // Once the exchange has begun, only its end is safe.
    if (restore.keptIn === null && restore.found.migration > migration) {
      await failRestore(dataDir, restore, 'It was prepared by a newer version of Guildhall.');
      log.error(
        { file: restore.file },
        'a newer version prepared the restore: nothing is restored',
      );
      return;
    }
    const cluster = path.join(dataDir, 'postgres');
    await stopOrphan(cluster, await findPostgresBinaries(), () => undefined);
    const keptIn = await exchange(dataDir, restore, restore.found.parts);
    log.warn({ file: restore.file, earlierData: keptIn }, 'a backup was restored');
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new ConfigError(`The restored data cannot be put into place: ${error.message}`, {
      cause: error,
    });
  } finally {
    await unlock();
  }
}

/** Each step can be interrupted: the next start finds by the names what is left to do. */
async function exchange(
  dataDir: string,
  restore: RestoreState,
  prepared: readonly string[],
): Promise<string> {
  const at = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const keptIn = restore.keptIn ?? `${earlierDataPrefix}${at}`;
  if (restore.keptIn === null) await writeRestore(dataDir, { ...restore, keptIn });
  await mkdir(path.join(dataDir, keptIn), { recursive: true, mode: 0o711 });
  for (const part of backupParts) {
    const [running, kept] = [path.join(dataDir, part), path.join(dataDir, keptIn, part)];
    const incoming = path.join(preparedDataDir(dataDir), part);
    const isDone = prepared.includes(part) && !(await exists(incoming));
    if (isDone) continue;
    if ((await exists(running)) && !(await exists(kept))) await rename(running, kept);
    if (prepared.includes(part)) await rename(incoming, running);
  }
  await syncFolder(dataDir);
  await finishRestore(dataDir, keptIn);
  await syncFolder(dataDir);
  return keptIn;
}

const exists = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );
