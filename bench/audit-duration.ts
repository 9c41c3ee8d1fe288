import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openDatabase } from '#database/client.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { entriesPerPlayer, fillEconomy } from './generated-economy.ts';
import type { Measurement } from './measure-rounds-and-medians.ts';

const goalMegabytes = 256;

/**
 * Measures the peak memory of `npm run audit`, in its own process, for 10,000,000 ledger entries, 200,000
 * wallets and 1,200,000 cards. `AUDIT_ENTRIES` sets a smaller number of entries with the same proportions.
 */
export async function audit(dataDir: string): Promise<Measurement[]> {
  const players = Math.ceil(Number(process.env.AUDIT_ENTRIES ?? 10_000_000) / entriesPerPlayer);
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    const db = openDatabase({ ...postgres.connection, max: 1, statement_timeout: 0 });
    try {
      await migrateDatabase(db, 'src/database/migrations');
      await fillEconomy(db, players);
    } finally {
      await db.$client.end();
    }
    const { megabytes, seconds, output } = await runAudit(dataDir);
    return [
      {
        claim: "The audit's peak memory ÷ what it may have",
        ours: `${megabytes.toFixed(0)} MB`,
        theirs: `${goalMegabytes} MB`,
        ratio: megabytes / goalMegabytes,
        goal: { atMost: 1 },
        note: `${output} ${seconds.toFixed(0)} s with its start`,
      },
    ];
  } finally {
    await postgres.stop();
  }
}

/** Runs `npm run audit` on a running database. @throws Error when it finds a violation. */
async function runAudit(dataDir: string) {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const [, ...args] = String(scripts.audit.split('&&').at(-1)).trim().split(/\s+/);
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', './bench/peak-memory.ts', ...args], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const [output, peak, [code]] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stdio[3] as Readable),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`The audit ended with ${code}:\n${output}`);
  const seconds = (performance.now() - began) / 1000;
  return { megabytes: Number(peak) / 1024, seconds, output: output.trim() };
}
