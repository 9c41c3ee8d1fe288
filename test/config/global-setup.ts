import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#database/client.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string; database: string };
  }
}

const settings = {
  max_connections: '200',
  // This matters only when the machine crashes. Crash tests start their own Postgres.
  fsync: 'off',
  full_page_writes: 'off',
};

/** Starts one real Postgres for the whole run, with a migrated template database that each suite clones. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'guildhall-test-'));
  // When root runs the tests, Postgres runs as another user, who needs access to the folder.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  const admin = new pg.Client(postgres.connection);
  await admin.connect();
  await admin.query('create database template_guildhall');
  const template = openDatabase({ ...postgres.connection, database: 'template_guildhall' });
  await migrateDatabase(template, 'src/database/migrations');
  await template.$client.end();
  await admin.query(
    `alter database template_guildhall with is_template true allow_connections false`,
  );
  await admin.end();
  project.provide('postgres', postgres.connection);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
