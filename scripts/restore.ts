import path from 'node:path';
import { EmbeddedPostgresError } from '#database/embedded-postgres/embedded-postgres-error.ts';
import { auditEconomy } from '#domain/audit/audit-economy.ts';
import { BackupError } from '#server/backup/backup-file.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { openConfiguredDatabase } from '#server/bootstrap/open-database.ts';
import { type Config, ConfigError, readConfig } from '#server/config/config.ts';
import { printUnreadable } from './operator/print-unreadable.ts';

// Restores a backup into an empty DATA_DIR: `npm run restore -- FILE`. Starts the database once, which recovers it,
// and audits the economy. Exits with 1 when nothing was restored or the audit finds a violation.

async function restore(file: string): Promise<void> {
  const config = readConfig(process.env);
  const dataDir = path.resolve(config.DATA_DIR);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stop);
  const { description } = await restoreBackup(path.resolve(file), dataDir, stopping.signal);
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeListener(signal, stop);
  console.log(
    `Restored the backup of ${description.createdAt} (version ${description.version}) into ${dataDir}.`,
  );
  if (description.encryptionKeyId) {
    console.log(
      `Secrets in its database were encrypted with the key ${description.encryptionKeyId}, which no backup contains.`,
    );
  }
  if (description.database === 'external') {
    console.log(
      'It contains no database: restore that with pg_restore, and run the audit (docs/operations.md).',
    );
    return;
  }
  if (config.DATABASE_URL) {
    console.log(
      'DATABASE_URL is set, so the server would not use the restored database: start without it, or run npm run migrate-data.',
    );
  }
  await audit(config);
}

async function audit(config: Config): Promise<void> {
  const { db, close } = await openConfiguredDatabase(
    { ...config, DATABASE_URL: undefined },
    createLog('silent'),
  );
  try {
    const { violations, rules } = await auditEconomy({ db });
    for (const { rule, description, count } of violations) {
      console.log(`✗ ${rule}: ${description} Broken by ${count}.`);
    }
    if (violations.length === 0) {
      console.log(`The audit found no violation of its ${rules} rules.`);
    } else {
      console.log('The audit found violations: npm run audit shows them.');
      process.exitCode = 1;
    }
    await printUnreadable(db, config, console.log);
  } finally {
    await close();
  }
}

const [file, ...more] = process.argv.slice(2);
if (!file || more.length > 0) {
  console.error('Usage: npm run restore -- FILE');
  process.exitCode = 1;
} else {
  restore(file).catch((error: unknown) => {
    const expected = [BackupError, ConfigError, EmbeddedPostgresError].some(
      (kind) => error instanceof kind,
    );
    console.error(expected && error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
