import path from 'node:path';
import { type Database, openDatabase } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrateDatabase } from '#db/migrate.ts';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';

export interface OpenedDatabase {
  db: Database;
  /** Ends when an embedded Postgres ends by itself; never for an outside one. */
  lost: Promise<unknown>;
  close(): Promise<void>;
}

/** Opens the database of `DATABASE_URL`, or starts the embedded one, and applies the migrations. */
export async function openConfiguredDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  const migrations = path.resolve('src/db/migrations');
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  if (config.DATABASE_URL) {
    const db = openDatabase({ connectionString: config.DATABASE_URL }, onError);
    await migrateDatabase(db, migrations);
    return { db, lost: new Promise(() => {}), close: () => db.$client.end() };
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: config.DATA_DIR,
    log: (line) => log.info({ line }, 'embedded Postgres'),
  });
  const db = openDatabase(postgres.connection, onError);
  try {
    await migrateDatabase(db, migrations);
  } catch (error) {
    await db.$client.end();
    await postgres.stop();
    throw error;
  }
  return {
    db,
    lost: postgres.exited,
    async close() {
      await db.$client.end();
      await postgres.stop();
    },
  };
}
