import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '#database/client.ts';
import { findRunningPostgres } from '#database/embedded-postgres/find-running-postgres.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { openConfiguredDatabase } from '#server/bootstrap/open-database.ts';
import { type Config, ConfigError } from '#server/config/config.ts';

/** Opens the configured database. Uses the embedded Postgres of a running application if there is one. */
export async function openSiteDatabase(
  config: Config,
): Promise<{ db: Database; close(): Promise<void> }> {
  const running = config.DATABASE_URL ? null : await findRunningPostgres(config.DATA_DIR);
  if (running) {
    const db = openDatabase({ ...running, max: 1 });
    return { db, close: () => db.$client.end() };
  }
  // A missing database has no accounts, and a wrong setting must not create a new database.
  if (!config.DATABASE_URL && !existsSync(path.join(config.DATA_DIR, 'postgres'))) {
    throw new ConfigError(`There is no database under ${path.resolve(config.DATA_DIR)}.`);
  }
  return openConfiguredDatabase(config, createLog('silent'));
}
