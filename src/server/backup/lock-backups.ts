import { sql } from 'drizzle-orm';
import pg from 'pg';
import { boolean } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { BackupError } from './backup-file.ts';

/** The advisory lock of backups. Any number that no other lock uses. */
const lockId = 7_448_238;

const tryLock = declareStatement<{ free: boolean }, { lockId: number }>(
  { free: boolean },
  sql`select pg_try_advisory_lock(${sql.placeholder('lockId')}) as free`,
);

/**
 * Makes sure that only one backup of this database runs. Returns the function that ends the lock.
 * @throws BackupError if another one is running.
 */
export async function lockBackups(connection: pg.ClientConfig): Promise<() => Promise<void>> {
  const client = new pg.Client(connection);
  // When Postgres ends, the base backup reports it.
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw new BackupError(`Cannot connect to the database: ${error.message}`, { cause: error });
  });
  const [row] = await tryLock({ $client: client }, { lockId });
  if (!row?.free) {
    await client.end();
    throw new BackupError('Another backup of this database is running.');
  }
  return () => client.end().catch(() => undefined);
}
