import type { Database } from '#database/client.ts';
import { fillBuyers } from './create-buyers.ts';
import {
  callsPerSecond,
  formatRate,
  type Measurement,
  measureInterleaved,
} from './measure-rounds-and-medians.ts';
import { finishFilling, withOwnDatabase } from './own-database.ts';
import { fillTpcb, type Mode, runTpcb } from './tpcb.ts';

const clients = 16;

/** Compares the purchase of a game with the TPC-B transaction of pgbench, with the same driver and 16 clients. */
export function purchase(dataDir: string): Promise<Measurement[]> {
  return withOwnDatabase(dataDir, { max: clients }, async (db) => {
    const { buyNextGame } = await fillBuyers(db);
    await fillTpcb(db.$client);
    await finishFilling(db);
    const measured: Measurement[] = [];
    for (const mode of ['as pgbench sends by default', 'prepared'] as const) {
      const { ours, theirs, ratio } = await measureInterleaved(
        () => callsPerSecond(Array.from({ length: clients }, () => buyNextGame)),
        () => tpcbRate(db, mode),
      );
      measured.push({
        claim: `A purchase ÷ the TPC-B transaction of pgbench, ${clients} clients, scale 50`,
        ours: formatRate(ours),
        theirs: formatRate(theirs),
        ratio,
        goal: { atLeast: 2 },
        note: mode,
      });
    }
    return measured;
  });
}

/** TPC-B transactions per second. Each client uses one connection all the time, as in pgbench. */
async function tpcbRate(db: Database, mode: Mode): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: clients }, () => db.$client.connect()),
  );
  try {
    return await callsPerSecond(connections.map((client) => () => runTpcb(client, mode)));
  } finally {
    for (const client of connections) client.release();
  }
}
