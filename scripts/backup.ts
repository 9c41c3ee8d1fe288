import { existsSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { EmbeddedPostgresError } from '#database/embedded-postgres/embedded-postgres-error.ts';
import { findRunningPostgres } from '#database/embedded-postgres/find-running-postgres.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { BackupError } from '#server/backup/backup-file.ts';
import {
  backupPrefix,
  deleteOldBackups,
  getBackupFolder,
  nightlyPrefix,
} from '#server/backup/backup-folder.ts';
import { readInstalledVersion } from '#server/backup/check-backup-version.ts';
import { createBackup } from '#server/backup/create-backup.ts';
import { openSigningKey } from '#server/backup/sign-backup.ts';
import { type Config, ConfigError, readConfig } from '#server/config/config.ts';
import { findEncryption, placeOfEncryptionKey } from '#server/config/open-encryption.ts';

// Writes a backup: `npm run backup`. The application may run at the same time. With `--nightly`, which the server
// uses, the oldest nightly backups are deleted afterwards. Exits with 1 on failure.

const nightly = process.argv.includes('--nightly');

/** The embedded Postgres of a running application, or one of our own; null with an external database. */
async function openPostgres(
  config: Config,
): Promise<{ connection: pg.ClientConfig | null; stop(): Promise<void> }> {
  const stop = async () => undefined;
  if (config.DATABASE_URL) return { connection: null, stop };
  const running = await findRunningPostgres(config.DATA_DIR);
  if (running) return { connection: running, stop };
  if (!existsSync(path.join(config.DATA_DIR, 'postgres'))) {
    throw new ConfigError(`There is no database under ${path.resolve(config.DATA_DIR)}.`);
  }
  return startEmbeddedPostgres({ dataDir: config.DATA_DIR });
}

async function backup(): Promise<void> {
  const config = readConfig(process.env);
  const installed = await readInstalledVersion();
  if (config.DATABASE_URL) {
    console.error(
      'DATABASE_URL is set: the database is NOT in this backup. Back it up with pg_dump or WAL archiving (docs/operations.md).',
    );
  }
  if (config.s3) console.error('The pictures are in the bucket, and not in this backup.');
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort());
  const folder = getBackupFolder(config);
  const encryption = await findEncryption(config);
  const postgres = await openPostgres(config);
  try {
    const began = performance.now();
    const { file, bytes, checksums } = await createBackup({
      dataDir: config.DATA_DIR,
      folder,
      postgres: postgres.connection,
      prefix: nightly ? nightlyPrefix : backupPrefix,
      installed,
      signingKey: await openSigningKey(config),
      encryptionKeyId: encryption?.keyIds[0],
      now: new Date(),
      signal: stopping.signal,
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`Wrote ${file} (${megabytes(bytes)}) in ${seconds} s.`);
    for (const [part, { files, bytes: size }] of Object.entries(checksums)) {
      console.log(`  ${part}: ${files} files, ${megabytes(size)}`);
    }
    if (encryption) {
      console.log(
        `Secrets in the database are encrypted with the key ${encryption.keyIds[0]}, which is NOT in the backup: keep a copy of ${placeOfEncryptionKey(config)} in another place.`,
      );
    }
  } finally {
    await postgres.stop();
  }
  if (!nightly) return;
  const deleted = await deleteOldBackups(folder, nightlyPrefix, config.BACKUP_KEEP);
  for (const name of deleted) console.log(`Deleted ${name}.`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

backup().catch((error: unknown) => {
  const expected = [BackupError, ConfigError, EmbeddedPostgresError].some(
    (kind) => error instanceof kind,
  );
  console.error(expected && error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
