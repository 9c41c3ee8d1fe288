import type pg from 'pg';
import { openDatabase } from '#database/client.ts';
import { openDirectClient } from '#database/direct-client.ts';
import { EmbeddedPostgresError } from '#database/embedded-postgres/embedded-postgres-error.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { type AuditReport, auditEconomy } from '#domain/audit/audit-economy.ts';
import { copyDatabase } from '#server/backup/copy-database.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { openConfiguredDatabase } from '#server/bootstrap/open-database.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { projectPath } from '#server/config/project-path.ts';

// Copies the embedded database into an empty one: `npm run migrate-data -- DATABASE_URL`. The server must be
// stopped. Everything is copied in one transaction, so a failure leaves no rows. Exits with 1 on failure.

async function audit(connection: pg.PoolConfig): Promise<AuditReport> {
  const db = openDatabase({ ...connection, max: 1 });
  try {
    return await auditEconomy({ db });
  } finally {
    await db.$client.end();
  }
}

async function prepareTarget(url: string): Promise<void> {
  const db = openDatabase({ connectionString: url, max: 1 });
  try {
    await migrateDatabase(db, projectPath('src/database/migrations'));
  } finally {
    await db.$client.end();
  }
}

async function migrate(url: string): Promise<void> {
  const config = readConfig({ ...process.env, DATABASE_URL: url });
  const { DATA_DIR } = config;
  // The source gets the migrations of this version, so that both have the same tables.
  const { close } = await openConfiguredDatabase(
    { ...config, DATABASE_URL: undefined },
    createLog('silent'),
  );
  await close();
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR });
  const clients: pg.Client[] = [];
  try {
    await prepareTarget(url);
    const source = await openDirectClient(postgres.connection);
    clients.push(source);
    const target = await openDirectClient({ connectionString: url });
    clients.push(target);
    const { tables, rows } = await copyDatabase(source, target, (table, count) =>
      console.log(`${table}: ${count} rows`),
    );
    await target.query('analyze');
    const [before, after] = [
      await audit(postgres.connection),
      await audit({ connectionString: url }),
    ];
    console.log(`Copied ${rows} rows of ${tables} tables.`);
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      throw new ConfigError(
        'The audits of the two databases differ: do not use the new one, and report this.',
      );
    }
    console.log(
      `Both audits are the same: ${after.violations.length} of ${after.rules} rules are broken. Now start the server with DATABASE_URL; DATA_DIR still has the pictures.`,
    );
  } finally {
    for (const client of clients) await client.end();
    await postgres.stop();
  }
}

const [url, ...more] = process.argv.slice(2);
if (!url || more.length > 0) {
  console.error('Usage: npm run migrate-data -- DATABASE_URL');
  process.exitCode = 1;
} else {
  migrate(url).catch((error: unknown) => {
    const expected = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  });
}
