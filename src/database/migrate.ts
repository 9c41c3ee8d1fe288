import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database, Queryable } from './client.ts';
import { bigintText, nullable } from './column-types.ts';
import {
  createFilteredViews,
  dropFilteredViews,
  hasCurrentViews,
} from './filtered/filtered-views.ts';
import { declareStatement } from './prepared-query.ts';

/** The advisory lock of migrations. Any number that no other lock uses. */
const lockId = 7_448_237;

/** The time of the newest migration that was applied. */
const readNewest = declareStatement<{ time: string | null }, Record<string, never>>(
  { time: nullable(bigintText) },
  sql`select max(created_at) as time from drizzle.__drizzle_migrations`,
);

/**
 * Applies the migrations of `folder`. Nodes that start at the same time do it one after the other. Each migration is a
 * transaction of its own: in one for all, what the first ones lock, such as accounts, would stay locked for nodes of the
 * previous version until the last one ends, which can take minutes. Afterwards it creates the views of readers with an age
 * limit, whose requests fail meanwhile; tests that stop at an earlier migration do not have all tables of the views.
 */
export async function migrateDatabase(
  db: Database,
  folder: string,
  { hasAllTables = true } = {},
): Promise<void> {
  const client = await db.$client.connect();
  try {
    // Waiting for the lock and a migration may take any time.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockId]);
    const config = { migrationsFolder: folder };
    const dialect = new PgDialect();
    // `migrate` of the library, which has one transaction for all, passes the same session.
    const session = drizzle(client)._.session as unknown as Parameters<PgDialect['migrate']>[1];
    // Without a migration it creates the table of those that were applied.
    await dialect.migrate([], session, config);
    const [newest] = await readNewest({ $client: client }, {});
    const pending = readMigrationFiles(config).filter(
      ({ folderMillis }) => folderMillis > Number(newest?.time ?? 0),
    );
    if (pending.length > 0) await dropFilteredViews(client);
    for (const migration of pending) await dialect.migrate([migration], session, config);
    if (hasAllTables && !(await hasCurrentViews({ $client: client })))
      await createFilteredViews(client);
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
