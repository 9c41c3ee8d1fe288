import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Database, Queryable } from './client.ts';

/** The advisory lock of migrations. Any number that no other lock uses. */
const lockId = 7_448_237;

/**
 * Applies the migrations of `folder`. Nodes that start at the same time do it one after the other.
 */
export async function migrateDatabase(db: Database, folder: string): Promise<void> {
  const client = await db.$client.connect();
  try {
    // Waiting for the lock and a migration may take any time.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockId]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockId]).catch(() => {});
    await client.query('reset statement_timeout').catch(() => {});
    client.release();
  }
}

/**
 * Waits until no node applies migrations or holds this lock, and holds it until the transaction ends. For
 * data that the first node creates.
 */
export async function lockMigrations(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockId})`);
}
