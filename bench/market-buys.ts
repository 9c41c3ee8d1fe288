import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { integer, uuid } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import type { Actor } from '#domain/actor.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import { type Buyers, fillBuyers } from './create-buyers.ts';
import {
  callsPerSecond,
  formatMs,
  formatRate,
  type Measurement,
  measureInterleaved,
  quantile,
} from './measure-rounds-and-medians.ts';
import { finishFilling, withOwnDatabase } from './own-database.ts';

const clients = 16;
const competingBuyers = 64;
const secondsPerRound = 3;

/** Measures market purchases, and how competition for one listing slows down other purchases. */
export function marketBuys(dataDir: string): Promise<Measurement[]> {
  // The pool has the same size as that of the application. Filling the tables takes long.
  return withOwnDatabase(dataDir, { statement_timeout: 0 }, async (db) => {
    await createCardSets(db);
    const buyers = await fillBuyers(db);
    const nextItem = await fillMarket(db);
    await finishFilling(db);
    return [
      await compareWithGamePurchases(buyers, nextItem),
      await measureCompetition(buyers, nextItem),
    ];
  });
}

/** A listing. */
export interface Item {
  id: string;
  sellerId: string;
  gameId: number;
}

async function compareWithGamePurchases(
  { ctx, actors, buyNextGame }: Buyers,
  nextItem: () => Item,
): Promise<Measurement> {
  let next = 0;
  const buyNext = () => {
    const { id, sellerId } = nextItem();
    next += 1;
    const actor = pickBuyer(actors, next, sellerId);
    return buyListing({ ...ctx, actor }, { itemId: id, key: randomUUID() });
  };
  const lanes = (work: () => Promise<unknown>) => Array.from({ length: clients }, () => work);
  const { ours, theirs, ratio } = await measureInterleaved(
    () => callsPerSecond(lanes(buyNext)),
    () => callsPerSecond(lanes(buyNextGame)),
  );
  return {
    claim: `Market purchases ÷ game purchases, ${clients} clients`,
    ours: formatRate(ours),
    theirs: formatRate(theirs),
    ratio,
    goal: { atLeast: 0.5 },
  };
}

/** 64 players buy the same listing at once, one listing after the other, while 16 others buy games. */
async function measureCompetition(
  { ctx, actors, buyNextGame }: Buyers,
  nextItem: () => Item,
): Promise<Measurement> {
  let contested = 0;
  const compete = async () => {
    const { id: itemId, sellerId } = nextItem();
    const first = contested * competingBuyers;
    contested += 1;
    const results = await Promise.allSettled(
      Array.from({ length: competingBuyers }, (_, index) => {
        const actor = pickBuyer(actors, first + index, sellerId);
        return buyListing({ ...ctx, actor }, { itemId, key: randomUUID() });
      }),
    );
    const bought = results.filter(({ status }) => status === 'fulfilled').length;
    if (bought !== 1) throw new Error(`${bought} players bought the same listing.`);
  };
  let contestedPerSecond = 0;
  const { ours, theirs, ratio } = await measureInterleaved(
    async () => {
      const before = contested;
      const value = await measureP99(buyNextGame, compete);
      contestedPerSecond = (contested - before) / secondsPerRound;
      return value;
    },
    () => measureP99(buyNextGame),
  );
  return {
    claim: `Game purchases of ${clients} clients while ${competingBuyers} fight for one listing after the other ÷ alone, p99`,
    ours: formatMs(ours),
    theirs: formatMs(theirs),
    ratio,
    goal: { atMost: 2 },
    note: `${Math.round(contestedPerSecond)} listings a second`,
  };
}

/** The 99th percentile in milliseconds of `work` by 16 clients while `other` runs. */
async function measureP99(
  work: () => Promise<unknown>,
  other?: () => Promise<void>,
): Promise<number> {
  const end = performance.now() + secondsPerRound * 1_000;
  const times: number[] = [];
  const lane = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      await work();
      times.push(performance.now() - started);
    }
  };
  const runOther = async () => {
    while (other && performance.now() < end) await other();
  };
  await Promise.all([runOther(), ...Array.from({ length: clients }, lane)]);
  return quantile(times, 0.99);
}

/** The actor at `number`, or the next one when that is the seller. */
export function pickBuyer(actors: readonly Actor[], number: number, sellerId: string): Actor {
  const actor = actors[number % actors.length];
  const next = actors[(number + 1) % actors.length];
  if (!actor || !next) throw new Error('There are no players.');
  return actor.id === sellerId ? next : actor;
}

const listItems = declareStatement<Item, Record<string, never>>(
  { id: uuid, sellerId: uuid, gameId: integer },
  sql`select id, seller_id as "sellerId", game_id as "gameId" from market_listings order by random()`,
);

/** Creates listings of many sellers. Returns a function that returns the next listing. */
export async function fillMarket(db: Database, listings = 260_000): Promise<() => Item> {
  await db.execute(sql`
    with game as (select array_agg(id) as ids from games),
    kind as (select array_agg(id) as ids from card_kinds where game_id is null),
    people as (select array_agg(user_id) as ids from wallets where balance > 0),
    made as (
      insert into cards (owner_id, kind_id, game_id, state, origin, created_at)
      select people.ids[1 + (number::bigint * 7919) % cardinality(people.ids)],
        kind.ids[1 + number % cardinality(kind.ids)],
        game.ids[1 + number % cardinality(game.ids)], 'listed', 'granted', now()
      from generate_series(1, ${listings}) as number, people, kind, game
      returning id, owner_id, kind_id, game_id
    )
    insert into market_listings (card_id, seller_id, kind_id, game_id, price, listed_at)
    select id, owner_id, kind_id, game_id, 1 + floor(random() * 500), now() from made`);
  const items = await listItems(db, {});
  let next = 0;
  return () => {
    const item = items[next];
    if (!item) throw new Error('Everything is sold.');
    next += 1;
    return item;
  };
}
