import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '#database/client.ts';
import { findRunningPostgres } from '#database/embedded-postgres/find-running-postgres.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { type AuditReport, auditEconomy } from '#domain/audit/audit-economy.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { printUnreadable } from './operator/print-unreadable.ts';

// Audits the economy of a live database. Exits with 0 without violations, with 1 when a rule is broken, and
// with 2 when the audit could not run.

/** Opens the configured database without migrating it. Uses the embedded Postgres of a running application. */
async function open(config: Config): Promise<{ db: Database; close(): Promise<void> }> {
  if (config.DATABASE_URL) return connect({ connectionString: config.DATABASE_URL });
  const running = await findRunningPostgres(config.DATA_DIR);
  if (running) return connect(running);
  if (!existsSync(path.join(config.DATA_DIR, 'postgres'))) {
    throw new Error(`There is no database under ${path.resolve(config.DATA_DIR)}.`);
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR });
  const { db, close } = connect(postgres.connection);
  return {
    db,
    async close() {
      await close();
      await postgres.stop();
    },
  };
}

function connect(connection: Parameters<typeof openDatabase>[0]) {
  const db = openDatabase({ ...connection, max: 1 });
  return { db, close: () => db.$client.end() };
}

function print({ violations, rules, counted }: AuditReport, seconds: number): void {
  for (const { rule, description, count, rows } of violations) {
    console.log(`✗ ${rule}: ${description} Broken by ${count}:`);
    for (const row of rows) console.log(`    ${JSON.stringify(row)}`);
    if (count > rows.length) console.log(`    and ${count - rows.length} more`);
  }
  const checked = Object.entries(counted).map(([what, count]) => `${count} ${what}`);
  const found = violations.length === 0 ? 'all hold' : `${violations.length} do not hold`;
  console.log(`${rules} rules, ${found}: ${checked.join(', ')} in ${seconds.toFixed(1)} s.`);
}

try {
  const config = readConfig(process.env);
  const { db, close } = await open(config);
  try {
    const began = performance.now();
    const rules = { marketFeePercent: config.MARKET_FEE_PERCENT };
    const report = await auditEconomy({ db, rules, clock: { now: () => new Date() } });
    print(report, (performance.now() - began) / 1000);
    process.exitCode = report.violations.length === 0 ? 0 : 1;
    await printUnreadable(db, config, console.log);
  } finally {
    await close();
  }
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  console.error(`The audit could not run: ${cause instanceof Error ? cause.message : cause}`);
  process.exitCode = 2;
}
