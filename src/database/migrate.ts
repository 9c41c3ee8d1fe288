import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './client.ts';

/** Any number that nothing else in the database locks. */
const lockId = 7_448_237;

/** Applies the migrations of `folder`. Nodes that start together take turns on one connection each. */
export async function migrateDatabase(db: Database, folder: string): Promise<void> {
  const client = await db.$client.connect();
  try {
    // Its turn and its work take as long as they take.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockId]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockId]).catch(() => {});
    await client.query('reset statement_timeout').catch(() => {});
    client.release();
  }
}
