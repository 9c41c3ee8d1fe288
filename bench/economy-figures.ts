import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#database/client.ts';
import { getEconomyFigures } from '#domain/audit/economy-figures/get-economy-figures.ts';
import { summarizeEconomy } from '#domain/audit/economy-figures/summarize-economy.ts';
import { summarizeSales } from '#domain/market/history/summarize-sales.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { entriesPerPlayer, fillEconomy } from './generated-economy.ts';
import {
  formatMs,
  type Measurement,
  measureInterleaved,
  measureP95,
} from './measure-rounds-and-medians.ts';
import { withOwnDatabase } from './own-database.ts';

const large = 1_000_000;
const small = 10_000;

/** Compares the figures of /admin/economy for 1,000,000 ledger entries of 40 days with those for 10,000. */
export async function economyFigures(dataDir: string): Promise<Measurement[]> {
  return withEconomy(path.join(dataDir, 'large'), large, (many) =>
    withEconomy(path.join(dataDir, 'small'), small, async (few) => {
      const { ours, theirs, ratio } = await measureInterleaved(many.read, few.read);
      return [
        {
          claim: 'The figures of the economy with 1,000,000 ledger entries ÷ with 10,000',
          ours: formatMs(ours),
          theirs: formatMs(theirs),
          ratio,
          goal: { atMost: 1.5 },
          note: `p95; summing up 40 days the first time ${many.seconds.toFixed(1)} s, the last day again ${many.secondsAgain.toFixed(1)} s`,
        },
      ];
    }),
  );
}

interface MeasuredEconomy {
  /** The p95 of reading the figures of 12 months, in milliseconds. */
  read: () => Promise<number>;
  seconds: number;
  secondsAgain: number;
}

async function withEconomy<Result>(
  dataDir: string,
  entries: number,
  work: (economy: MeasuredEconomy) => Promise<Result>,
): Promise<Result> {
  await mkdir(dataDir);
  return withOwnDatabase(dataDir, { max: 4, statement_timeout: 0 }, async (db) => {
    await fillEconomy(db, Math.ceil(entries / entriesPerPlayer));
    const seconds = await summarize(db);
    const secondsAgain = await summarize(db);
    const actor = await createPlayer(db, { role: 'admin' });
    const ctx = { ...createTestCtx(db, { clock: { now: () => new Date() } }), actor };
    const read = () => measureP95(() => getEconomyFigures(ctx, { period: '12-months' }));
    return work({ read, seconds, secondsAgain });
  });
}

/** Sums up what is new, as the job does. Returns how long it took, in seconds. */
async function summarize(db: Database): Promise<number> {
  const ctx = { db, clock: { now: () => new Date() } };
  const began = performance.now();
  await summarizeSales(ctx);
  await summarizeEconomy(ctx);
  return (performance.now() - began) / 1_000;
}
