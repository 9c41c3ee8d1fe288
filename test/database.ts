import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';

/**
 * A migrated, empty database for this suite alone, cloned from the template before its tests and
 * dropped after them. `db` may be read from inside tests and hooks only.
 */
export function useDatabase(options: { max?: number } = {}): {
  readonly db: Database;
  name: string;
} {
  const connection = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  let db: Database | undefined;

  async function asAdmin(statement: string): Promise<void> {
    const admin = new pg.Client(connection);
    await admin.connect();
    try {
      await admin.query(statement);
    } finally {
      await admin.end();
    }
  }

  beforeAll(async () => {
    await asAdmin(`create database ${name} template template_guildhall strategy file_copy`);
    db = openDatabase({ ...connection, database: name, ...options });
  });

  afterAll(async () => {
    await db?.$client.end();
    // Without force first: the server's own workers, which may be tidying here, give way to that alone.
    await asAdmin(`drop database if exists ${name}`).catch(() =>
      asAdmin(`drop database if exists ${name} with (force)`),
    );
  });

  return {
    name,
    get db() {
      if (!db) throw new Error('The database is open during tests only.');
      return db;
    },
  };
}
