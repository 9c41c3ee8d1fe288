import { type Database, openDatabase } from '#database/client.ts';
import { findRunningPostgres } from '#database/embedded-postgres/find-running-postgres.ts';

/** Runs `work` with the database of the server that runs on `dataDir`. @throws Error without one. */
export async function withServerDatabase<Result>(
  dataDir: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const connection = await findRunningPostgres(dataDir);
  if (!connection) throw new Error('The server to measure has no Postgres.');
  const db = openDatabase({ ...connection, max: 1, statement_timeout: 0 });
  try {
    return await work(db);
  } finally {
    await db.$client.end();
  }
}
