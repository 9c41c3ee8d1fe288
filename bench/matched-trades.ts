import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { integer, text, uuid } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { placeOrder } from '#domain/market/orders/place-order.ts';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import { findPostgresPid, readCpuMs } from './cpu-time.ts';
import { type Buyers, fillBuyers } from './create-buyers.ts';
import { fillMarket, type Item, pickBuyer } from './market-buys.ts';
import {
  callsPerSecond,
  formatRate,
  type Measurement,
  measureInterleaved,
  median,
} from './measure-rounds-and-medians.ts';
import { finishFilling, withOwnDatabase } from './own-database.ts';

const clients = 16;
/** So many that neither the orders nor the purchases of all rounds buy everything. */
const listings = 520_000;
/** The price of the orders, which is at or above that of all listings. Cents. */
const orderPrice = 5_00;

/**
 * Compares trades through buy orders with purchases of listings, by the CPU time of Node and Postgres: an order
 * has more round trips, which other load of the machine delays.
 */
export function matchedTrades(dataDir: string): Promise<Measurement[]> {
  return withOwnDatabase(dataDir, { statement_timeout: 0 }, async (db) => {
    await createCardSets(db);
    const buyers = await fillBuyers(db);
    const nextItem = await fillMarket(db, listings);
    await fillOrders(db);
    const work = await createWork(db, buyers, nextItem);
    await warmUp([
      work.order(1),
      work.order(marketConstants.orderCopiesMax),
      work.buy,
      work.sellIntoOrder,
    ]);
    // A plan that is made while the tables of trades are empty reads them in full when they have rows.
    await finishFilling(db);
    const postgresPid = await findPostgresPid(dataDir);
    const readCpu = async () => {
      const { user, system } = process.cpuUsage();
      return { node: (user + system) / 1_000, postgres: await readCpuMs(postgresPid) };
    };
    const compare = (claim: string, ours: Work, theirs: Work) =>
      compareCpu(readCpu, { claim, ours, theirs });
    return [
      await compare('Orders of one copy ÷ purchases', work.order(1), work.buy),
      await compare(
        `Orders of ${marketConstants.orderCopiesMax} copies ÷ purchases`,
        work.order(marketConstants.orderCopiesMax),
        work.buy,
      ),
      await compare('Listings that orders buy at once ÷ purchases', work.sellIntoOrder, work.buy),
      await compare(
        'Listings that orders buy at once ÷ listings and their purchases',
        work.sellIntoOrder,
        work.sellAndBuy,
      ),
    ];
  });
}

interface Book {
  gameId: number;
  kindId: string;
}

/** A card that its owner can sell. */
interface HeldCard extends Book {
  ownerId: string;
}

/** Makes trades and returns their number. */
type Work = () => Promise<number>;

/** Of every four games, one has listings for orders, one has held cards to sell, and two are for purchases. */
const isForOrders = (gameId: number) => gameId % 4 === 1;
const isForSales = (gameId: number) => gameId % 4 === 3;

/** The cards of games with listings for orders. Games with a set of their own are left out. */
const listBooks = declareStatement<Book, Record<string, never>>(
  { gameId: integer, kindId: text },
  sql`select distinct game_id as "gameId", kind_id as "kindId" from market_listings
    where game_id % 4 = 1
      and game_id not in (select game_id from card_kinds where game_id is not null)
    order by 1, 2`,
);

const listHeldCards = declareStatement<HeldCard & { ordered: number }, Record<string, never>>(
  { gameId: integer, kindId: text, ownerId: uuid, ordered: integer },
  sql`select card.game_id as "gameId", card.kind_id as "kindId", card.owner_id as "ownerId",
      (exists (select from market_orders as placed where placed.game_id = card.game_id
        and placed.kind_id = card.kind_id))::integer as ordered
    from cards as card where card.game_id % 4 = 3 and card.state = 'held'
      and card.game_id not in (select game_id from card_kinds where game_id is not null)
    order by random()`,
);

/** Withdraws the listings of every fourth game, and places orders for half of its cards. */
async function fillOrders(db: Database): Promise<void> {
  await db.execute(sql`with gone as (delete from market_listings where game_id % 4 = 3 returning card_id)
    update cards set state = 'held' from gone where cards.id = gone.card_id`);
  await db.execute(sql`
    with people as (select array_agg(user_id) as ids from wallets where balance > 0),
    book as (
      select game.id as game_id, kind.id as kind_id, row_number() over () as number
      from games as game, card_kinds as kind, generate_series(1, 6)
      where game.id % 4 = 3 and kind.game_id is null and ascii(right(kind.id, 1)) % 2 = 0
    ),
    placed as (
      insert into market_orders (buyer_id, game_id, kind_id, price, quantity, remaining, transfer_id,
        placed_at, ends_at)
      select people.ids[1 + (book.number * 7919) % cardinality(people.ids)], book.game_id, book.kind_id,
        ${orderPrice}, 20, 20, gen_random_uuid(), now(), now() + interval '30 days'
      from book, people
      returning buyer_id, price * remaining as amount
    )
    update wallets set balance = balance - part.amount, set_aside = set_aside + part.amount
    from (select buyer_id, sum(amount) as amount from placed group by buyer_id) as part
    where wallets.user_id = part.buyer_id`);
}

async function createWork(db: Database, { ctx, actors }: Buyers, nextItem: () => Item) {
  const books = await listBooks(db, {});
  const held = await listHeldCards(db, {});
  const actorsById = new Map(actors.map((actor) => [actor.id, actor]));
  const nextOf = <Part>(parts: readonly Part[]) => {
    let next = 0;
    return () => {
      const part = parts[next];
      if (!part) throw new Error('Everything is used.');
      next += 1;
      return part;
    };
  };
  const nextOrdered = nextOf(held.filter(({ ordered }) => ordered === 1));
  const nextFree = nextOf(held.filter(({ ordered }) => ordered === 0));
  let next = 0;

  const order = (quantity: number) => async () => {
    next += 1;
    const book = books[next % books.length];
    if (!book) throw new Error('There are no cards.');
    const actor = actors[next % actors.length] ?? null;
    const form = { ...book, price: orderPrice, quantity, key: randomUUID() };
    return ignoreCrossing(async () => (await placeOrder({ ...ctx, actor }, form)).bought.length);
  };
  const buy = async () => {
    let item = nextItem();
    while (isForOrders(item.gameId) || isForSales(item.gameId)) item = nextItem();
    next += 1;
    await buyListing(
      { ...ctx, actor: pickBuyer(actors, next, item.sellerId) },
      { itemId: item.id, key: randomUUID() },
    );
    return 1;
  };
  const sell = ({ gameId, kindId, ownerId }: HeldCard) =>
    sellCards(
      { ...ctx, actor: actorsById.get(ownerId) ?? null },
      { offers: [{ gameId, kindId, price: orderPrice, copies: 1 }], key: randomUUID() },
    );
  const sellIntoOrder = () => ignoreCrossing(async () => (await sell(nextOrdered())).sold.length);
  const sellAndBuy = async () => {
    const card = nextFree();
    const { itemIds } = await sell(card);
    next += 1;
    await buyListing(
      { ...ctx, actor: pickBuyer(actors, next, card.ownerId) },
      { itemId: itemIds[0] ?? '', key: randomUUID() },
    );
    return 1;
  };
  return { order, buy, sellIntoOrder, sellAndBuy };
}

/** A few accounts sell and order the same card. They make no trade. */
async function ignoreCrossing(work: Work): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (isAppError(error) && /^own-(listing|order)-crosses$/.test(error.code)) return 0;
    throw error;
  }
}

interface Cpu {
  node: number;
  postgres: number;
}

/** Postgres plans a statement again at each of the first five calls on each connection. */
const warmUpCalls = 20;

async function warmUp(works: readonly Work[]): Promise<void> {
  for (const work of works) {
    const call = async () => {
      for (let count = 0; count < warmUpCalls; count += 1) await work();
    };
    await Promise.all(Array.from({ length: clients }, call));
  }
}

/** Compares the trades for each second of CPU time. The note has the time of both parts for one of our trades. */
async function compareCpu(
  readCpu: () => Promise<Cpu>,
  { claim, ours, theirs }: { claim: string; ours: Work; theirs: Work },
): Promise<Measurement> {
  await warmUp([ours, theirs]);
  const costs: Record<'ours' | 'theirs', Cpu[]> = { ours: [], theirs: [] };
  const measure = async (side: 'ours' | 'theirs', work: Work) => {
    let trades = 0;
    const before = await readCpu();
    await callsPerSecond(
      Array.from({ length: clients }, () => async () => {
        // Added after the await: `trades += await …` reads the sum before it, and other clients change it meanwhile.
        const made = await work();
        trades += made;
      }),
    );
    const after = await readCpu();
    const node = (after.node - before.node) / trades;
    const postgres = (after.postgres - before.postgres) / trades;
    costs[side].push({ node, postgres });
    return 1_000 / (node + postgres);
  };
  const measured = await measureInterleaved(
    () => measure('ours', ours),
    () => measure('theirs', theirs),
  );
  const format = (cpu: readonly Cpu[]) =>
    (['node', 'postgres'] as const)
      .map((part) => `${median(cpu.map((one) => one[part])).toFixed(1)} ms`)
      .join(' and ');
  return {
    claim: `${claim}, ${clients} clients, by CPU time`,
    ours: formatRate(measured.ours),
    theirs: formatRate(measured.theirs),
    ratio: measured.ratio,
    goal: { atLeast: 0.7 },
    note: `Node and Postgres ${format(costs.ours)}, compared with ${format(costs.theirs)}`,
  };
}
