import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#database/client.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import type { Actor } from '#domain/base-context.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import { type Buyers, fillBuyers } from './buyers.ts';
import { inMs, interleave, type Measured, perSecond, quantile, rate } from './rounds.ts';

const clients = 16;
const fighters = 64;
const secondsARound = 3;
const listings = 150_000;

/** What the market's purchases cost, and what a fight for one listing costs everybody else. */
export async function marketBuys(dataDir: string): Promise<Measured[]> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  // As many connections as a node of the application has; filling takes its time.
  const db = openDatabase({ ...postgres.connection, statement_timeout: 0 });
  try {
    await migrateDatabase(db, 'src/database/migrations');
    await createCardSets(db);
    const buyers = await fillBuyers(db);
    const nextItem = await fillMarket(db);
    await db.$client.query('vacuum analyze');
    await db.$client.query('checkpoint');
    return [await buysByGames(buyers, nextItem), await besideFights(buyers, nextItem)];
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}

type Item = { id: string; sellerId: string };

async function buysByGames(
  { ctx, actors, buyNextGame }: Buyers,
  nextItem: () => Item,
): Promise<Measured> {
  let next = 0;
  const buyNext = () => {
    const { id, sellerId } = nextItem();
    next += 1;
    const actor = somebodyElse(actors, next, sellerId);
    return buyListing({ ...ctx, actor }, { itemId: id, key: randomUUID() });
  };
  const lanes = (work: () => Promise<unknown>) => Array.from({ length: clients }, () => work);
  const { ours, theirs, ratio } = await interleave(
    () => rate(lanes(buyNext)),
    () => rate(lanes(buyNextGame)),
  );
  return {
    claim: `Market purchases ÷ game purchases, ${clients} clients`,
    ours: perSecond(ours),
    theirs: perSecond(theirs),
    ratio,
    goal: { atLeast: 0.5 },
  };
}

/** 64 want each listing, one listing after the other; 16 others buy games. */
async function besideFights(
  { ctx, actors, buyNextGame }: Buyers,
  nextItem: () => Item,
): Promise<Measured> {
  let fights = 0;
  const fight = async () => {
    const { id: itemId, sellerId } = nextItem();
    const first = fights * fighters;
    fights += 1;
    const results = await Promise.allSettled(
      Array.from({ length: fighters }, (_, index) => {
        const actor = somebodyElse(actors, first + index, sellerId);
        return buyListing({ ...ctx, actor }, { itemId, key: randomUUID() });
      }),
    );
    const won = results.filter(({ status }) => status === 'fulfilled').length;
    if (won !== 1) throw new Error(`${won} won one listing.`);
  };
  let fought = 0;
  const { ours, theirs, ratio } = await interleave(
    async () => {
      const before = fights;
      const value = await p99(buyNextGame, fight);
      fought = (fights - before) / secondsARound;
      return value;
    },
    () => p99(buyNextGame),
  );
  return {
    claim: `Game purchases of ${clients} clients while ${fighters} fight for one listing after the other ÷ alone, p99`,
    ours: inMs(ours),
    theirs: inMs(theirs),
    ratio,
    goal: { atMost: 2 },
    note: `${Math.round(fought)} listings a second`,
  };
}

/** The 99th percentile of milliseconds that `work` takes to each of 16 clients, beside `other`. */
async function p99(work: () => Promise<unknown>, other?: () => Promise<void>): Promise<number> {
  const end = performance.now() + secondsARound * 1_000;
  const times: number[] = [];
  const lane = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      await work();
      times.push(performance.now() - started);
    }
  };
  const fights = async () => {
    while (other && performance.now() < end) await other();
  };
  await Promise.all([fights(), ...Array.from({ length: clients }, lane)]);
  return quantile(times, 0.99);
}

function somebodyElse(actors: readonly Actor[], number: number, than: string): Actor {
  const actor = actors[number % actors.length];
  const next = actors[(number + 1) % actors.length];
  if (!actor || !next) throw new Error('There are no players.');
  return actor.id === than ? next : actor;
}

/** A market of many sellers; answers what takes the next listing of all. */
async function fillMarket(db: Database): Promise<() => Item> {
  await db.execute(sql`
    with game as (select array_agg(id) as ids from games),
    kind as (select array_agg(id) as ids from card_kinds where game_id is null),
    people as (select array_agg(user_id) as ids from wallets where balance > 0),
    made as (
      insert into cards (owner_id, kind_id, game_id, state, origin, created_at)
      select people.ids[1 + (number * 7919) % cardinality(people.ids)],
        kind.ids[1 + number % cardinality(kind.ids)],
        game.ids[1 + number % cardinality(game.ids)], 'listed', 'granted', now()
      from generate_series(1, ${listings}) as number, people, kind, game
      returning id, owner_id, kind_id, game_id
    )
    insert into market_items (card_id, seller_id, kind_id, game_id, price, listed_at)
    select id, owner_id, kind_id, game_id, 1 + floor(random() * 500), now() from made`);
  const { rows } = await db.execute<{ id: string; sellerId: string }>(
    sql`select id, seller_id as "sellerId" from market_items order by random()`,
  );
  let next = 0;
  return () => {
    const item = rows[next];
    if (!item) throw new Error('Everything is sold.');
    next += 1;
    return item;
  };
}
