import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#database/client.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { projectPath } from '#server/config/project-path.ts';
import { printReport } from '#simulator/print-report.ts';
import { runSimulation } from '#simulator/simulation.ts';

// Runs the simulator on its own Postgres: --seed N --operations N --workers N. Ctrl-C ends it early and prints
// the report. `--statements` names an SQL file that runs first; the mutations use it to remove a protection.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    operations: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '12' },
    statements: { type: 'string' },
  },
});
/** Parses a whole number from `least` to `most`; NaN for anything else. */
function parseWholeNumber(text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : Number.NaN;
}

const seed = parseWholeNumber(values.seed, 0, 999_999_999);
const operations = parseWholeNumber(values.operations, 1, 999_999_999);
const workers = parseWholeNumber(values.workers, 1, 64);
if ([seed, operations, workers].some(Number.isNaN)) {
  console.error('Usage: npm run simulate -- --seed 1 --operations 10000 --workers 12');
  process.exit(2);
}

const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'guildhall-simulation-'));
// Postgres may run as another account.
await chmod(dataDir, 0o755);
const settings = {
  max_connections: '300',
  // The simulator does not test crashes of the machine.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  // The injected failures end connections before their statements are planned once for all values.
  plan_cache_mode: 'force_generic_plan',
};
const began = Date.now();
const postgres = await startEmbeddedPostgres({ dataDir, settings });
try {
  const { connection } = postgres;
  const db = openDatabase({ ...connection, max: 1 });
  await migrateDatabase(db, projectPath('src/database/migrations'));
  if (values.statements) await db.$client.query(await readFile(values.statements, 'utf8'));
  await db.$client.end();
  const report = await runSimulation({
    connection,
    seed,
    operations,
    workers,
    signal: ended.signal,
    onProgress: (done) => {
      const seconds = Math.round((Date.now() - began) / 1000);
      console.error(`${done} of ${operations} operations after ${seconds} s`);
    },
  });
  printReport(report);
  process.exitCode = report.violations.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
