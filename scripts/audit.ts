import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '#database/client.ts';
import { findRunningPostgres } from '#database/embedded-postgres/find-running.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { type AuditReport, auditEconomy } from '#domain/audit/audit-economy.ts';
import { type Config, readConfig } from '#server/config/config.ts';

// Looks through a live database by the rules of the economy. Ends with 0 when all hold, 1 when one does
// not, 2 when it could not look.

/** The configured database as it is: a Postgres of the app that runs is shared with it. */
async function open(config: Config): Promise<{ db: Database; close(): Promise<void> }> {
  if (config.DATABASE_URL) return opened({ connectionString: config.DATABASE_URL });
  const running = await findRunningPostgres(config.DATA_DIR);
  if (running) return opened(running);
  if (!existsSync(path.join(config.DATA_DIR, 'postgres'))) {
    throw new Error(`There is no database under ${path.resolve(config.DATA_DIR)}.`);
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR });
  const { db, close } = opened(postgres.connection);
  return {
    db,
    async close() {
      await close();
      await postgres.stop();
    },
  };
}

function opened(connection: Parameters<typeof openDatabase>[0]) {
  const db = openDatabase({ ...connection, max: 1 });
  return { db, close: () => db.$client.end() };
}

function print({ faults, rules, counted }: AuditReport, seconds: number): void {
  for (const { rule, says, count, rows } of faults) {
    console.log(`✗ ${rule}: ${says} Broken by ${count}:`);
    for (const row of rows) console.log(`    ${JSON.stringify(row)}`);
    if (count > rows.length) console.log(`    and ${count - rows.length} more`);
  }
  const looked = Object.entries(counted).map(([what, count]) => `${count} ${what}`);
  const found = faults.length === 0 ? 'all hold' : `${faults.length} do not hold`;
  console.log(`${rules} rules, ${found}: ${looked.join(', ')} in ${seconds.toFixed(1)} s.`);
}

try {
  const { db, close } = await open(readConfig(process.env));
  try {
    const began = performance.now();
    const report = await auditEconomy({ db });
    print(report, (performance.now() - began) / 1000);
    process.exitCode = report.faults.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  console.error(`The audit could not run: ${cause instanceof Error ? cause.message : cause}`);
  process.exitCode = 2;
}
