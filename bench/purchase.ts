import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { importGames } from '#domain/catalogue/import-games.ts';
import { buyGame } from '#domain/library/buy-game.ts';
import { readBundle } from '#starter/bundle.ts';
import { createPlayer, createTestCtx } from '#test/factories.ts';
import { interleave, type Measured, perSecond } from './rounds.ts';
import { fillTpcb, type Mode, runTpcb } from './tpcb.ts';

const clients = 16;
const players = 50_000;
const secondsARound = 3;

/** The purchase of a game against the TPC-B transaction of pgbench, by one driver at 16 clients. */
export async function purchase(dataDir: string): Promise<Measured[]> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase({ ...postgres.connection, max: clients });
  try {
    await migrateDatabase(db, 'src/db/migrations');
    const buyNext = await fill(db);
    await fillTpcb(db.$client);
    await db.$client.query('vacuum analyze');
    await db.$client.query('checkpoint');
    const measured: Measured[] = [];
    for (const mode of ['as pgbench sends by default', 'prepared'] as const) {
      const { ours, theirs, ratio } = await interleave(
        () => rate(Array.from({ length: clients }, () => buyNext)),
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

/** A community that can buy the whole catalogue. Answers what makes the next purchase of all. */
async function fill(db: Database): Promise<() => Promise<unknown>> {
  const ctx = createTestCtx(db, { clock: { now: () => new Date() } });
  const bundle = await readBundle({
    starterDirectory: 'starter',
    artDirectory: 'build/client/art',
  });
  await importGames(ctx, bundle);
  await db.execute(sql`
    with made as (
      insert into users (username, display_username, email, registered_at)
      select name, name, name || '@example.com', now()
      from (select 'buyer' || number as name from generate_series(1, ${players}) as number) as names
      returning id
    )
    insert into wallets (user_id, balance) select id, 10000000 from made`);
  const somebody = await createPlayer(db);
  const { rows } = await db.execute<{ id: string }>(
    sql`select user_id as id from wallets where balance > 0 order by random()`,
  );
  const actors = rows.map(({ id }) => ({ ...somebody, id }));
  let next = 0;
  return () => {
    const actor = actors[next % actors.length] ?? null;
    const gameId = bundle.games[Math.floor(next / actors.length)]?.id ?? 0;
    next += 1;
    return buyGame({ ...ctx, actor }, { gameId, key: randomUUID() });
  };
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

/** What all lanes together finish in a second. */
async function rate(lanes: (() => Promise<unknown>)[]): Promise<number> {
  const started = performance.now();
  const end = started + secondsARound * 1_000;
  let finished = 0;
  await Promise.all(
    lanes.map(async (work) => {
      while (performance.now() < end) {
        await work();
        finished += 1;
      }
    }),
  );
  return (finished * 1_000) / (performance.now() - started);
}
