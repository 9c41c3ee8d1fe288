import type pg from 'pg';
import { type Database, openDatabase } from '#database/client.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';

/** Runs `work` with a migrated database in `dataDir` that nothing else uses. */
export async function withOwnDatabase<Result>(
  dataDir: string,
  options: pg.PoolConfig,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase({ ...postgres.connection, ...options });
  try {
    await migrateDatabase(db, 'src/database/migrations');
    return await work(db);
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}

/** Ends the work that filling the tables leaves to Postgres, so that it is not measured. */
export async function finishFilling(db: Database): Promise<void> {
  await db.$client.query('vacuum analyze');
  await db.$client.query('checkpoint');
}
