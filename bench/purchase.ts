import { type Database, openDatabase } from '#database/client.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { fillBuyers } from './buyers.ts';
import { interleave, type Measured, perSecond, rate } from './rounds.ts';
import { fillTpcb, type Mode, runTpcb } from './tpcb.ts';

const clients = 16;

/** The purchase of a game against the TPC-B transaction of pgbench, by one driver at 16 clients. */
export async function purchase(dataDir: string): Promise<Measured[]> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase({ ...postgres.connection, max: clients });
  try {
    await migrateDatabase(db, 'src/database/migrations');
    const { buyNextGame } = await fillBuyers(db);
    await fillTpcb(db.$client);
    await db.$client.query('vacuum analyze');
    await db.$client.query('checkpoint');
    const measured: Measured[] = [];
    for (const mode of ['as pgbench sends by default', 'prepared'] as const) {
      const { ours, theirs, ratio } = await interleave(
        () => rate(Array.from({ length: clients }, () => buyNextGame)),
        () => tpcbRate(db, mode),
      );
      measured.push({
        claim: `A purchase ÷ the TPC-B transaction of pgbench, ${clients} clients, scale 50`,
        ours: perSecond(ours),
        theirs: perSecond(theirs),
        ratio,
        goal: { atLeast: 2 },
        note: mode,
      });
    }
    return measured;
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}

/** TPC-B transactions a second; each client keeps its connection, as those of pgbench do. */
async function tpcbRate(db: Database, mode: Mode): Promise<number> {
  const held = await Promise.all(Array.from({ length: clients }, () => db.$client.connect()));
  try {
    return await rate(held.map((client) => () => runTpcb(client, mode)));
  } finally {
    for (const client of held) client.release();
  }
}
