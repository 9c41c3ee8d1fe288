import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openDatabase } from '#database/client.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { entriesOfPlayer, fillEconomy } from './economy.ts';
import type { Measured } from './rounds.ts';

const aimMegabytes = 256;

/**
 * The memory that `npm run audit` needs at most for 10,000,000 ledger entries, 200,000 wallets and
 * 1,200,000 cards, as a process of its own; for fewer, in the same proportions, set `AUDIT_ENTRIES`.
 */
export async function audit(dataDir: string): Promise<Measured[]> {
  const players = Math.ceil(Number(process.env.AUDIT_ENTRIES ?? 10_000_000) / entriesOfPlayer);
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    const db = openDatabase({ ...postgres.connection, max: 1, statement_timeout: 0 });
    try {
      await migrateDatabase(db, 'src/database/migrations');
      await fillEconomy(db, players);
    } finally {
      await db.$client.end();
    }
    const { megabytes, seconds, said } = await runAudit(dataDir);
    return [
      {
        claim: "The audit's peak memory ÷ what it may have",
        ours: `${megabytes.toFixed(0)} MB`,
        theirs: `${aimMegabytes} MB`,
        ratio: megabytes / aimMegabytes,
        goal: { atMost: 1 },
        note: `${said} ${seconds.toFixed(0)} s with its start`,
      },
    ];
  } finally {
    await postgres.stop();
  }
}

/** What `npm run audit` says of a running database, and what it takes. @throws Error when it finds a fault. */
async function runAudit(dataDir: string) {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const [, ...args] = String(scripts.audit.split('&&').at(-1)).trim().split(/\s+/);
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', './bench/peak-memory.ts', ...args], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const [said, peak, [code]] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stdio[3] as Readable),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`The audit ended with ${code}:\n${said}`);
  const seconds = (performance.now() - began) / 1000;
  return { megabytes: Number(peak) / 1024, seconds, said: said.trim() };
}
