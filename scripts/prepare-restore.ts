import { EmbeddedPostgresError } from '#database/embedded-postgres/embedded-postgres-error.ts';
import { BackupError } from '#server/backup/backup-file.ts';
import { prepareRestore } from '#server/backup/prepare-restore.ts';
import { readRestore, writeRestore } from '#server/backup/restore-state.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';

// Prepares the restore that an admin asked for on /admin/backups, beside the running data. The server runs it as a
// job. Exits with 1 on failure, which the page shows.

async function prepare(): Promise<void> {
  const config = readConfig(process.env);
  const restore = await readRestore(config.DATA_DIR);
  if (restore?.state !== 'requested') throw new BackupError('No restore was asked for.');
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort());
  await writeRestore(config.DATA_DIR, { ...restore, state: 'preparing' });
  try {
    const found = await prepareRestore(config, restore, { signal: stopping.signal });
    await writeRestore(config.DATA_DIR, { ...restore, state: 'ready', found });
    console.log(`Prepared ${restore.file}. The next start of the server restores it.`);
  } catch (error) {
    await writeRestore(config.DATA_DIR, { ...restore, state: 'failed', error: describe(error) });
    throw error;
  }
}

const isExpected = (error: unknown) =>
  [BackupError, ConfigError, EmbeddedPostgresError].some((kind) => error instanceof kind);

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return isExpected(error) ? message : `It failed: ${message.split('\n')[0]}`;
}

prepare().catch((error: unknown) => {
  console.error(isExpected(error) && error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
