import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { integer, text } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { placeOrder } from '#domain/market/orders/place-order.ts';
import { marketConstants } from '#shared/constants/market.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import { findPostgresPid, readCpuMs } from './cpu-time.ts';
import { type Buyers, fillBuyers } from './create-buyers.ts';
import { fillMarket, type Item, pickBuyer } from './market-buys.ts';
import {
  callsPerCpuSecond,
  callsPerSecond,
  formatRate,
  type Measurement,
  measureInterleaved,
} from './measure-rounds-and-medians.ts';
import { finishFilling, withOwnDatabase } from './own-database.ts';

const clients = 16;

/**
 * Compares trades through buy orders with purchases of listings, by the CPU time of Node and Postgres: an order
 * has more round trips, which other load of the machine delays.
 */
export function matchedTrades(dataDir: string): Promise<Measurement[]> {
  return withOwnDatabase(dataDir, { statement_timeout: 0 }, async (db) => {
    await createCardSets(db);
    const buyers = await fillBuyers(db);
    const nextItem = await fillMarket(db);
    const books = await listBooks(db, {});
    await finishFilling(db);
    const measured: Measurement[] = [];
    const postgresPid = await findPostgresPid(dataDir);
    const readMs = async () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000 + (await readCpuMs(postgresPid));
    };
    for (const quantity of [1, marketConstants.orderCopiesMax])
      measured.push(await compare(buyers, { nextItem, books, quantity, readMs }));
    return measured;
  });
}

interface Book {
  gameId: number;
  kindId: string;
}

/** The cards of every second game without a set of its own. The other games are left to the purchases. */
const listBooks = declareStatement<Book, Record<string, never>>(
  { gameId: integer, kindId: text },
  sql`select distinct game_id as "gameId", kind_id as "kindId" from market_listings
    where game_id % 2 = 1
      and game_id not in (select game_id from card_kinds where game_id is not null)
    order by 1, 2`,
);

async function compare(
  { ctx, actors }: Buyers,
  {
    nextItem,
    books,
    quantity,
    readMs,
  }: { nextItem: () => Item; books: Book[]; quantity: number; readMs: () => Promise<number> },
): Promise<Measurement> {
  let next = 0;
  let trades = 0;
  const buyer = () => {
    next += 1;
    return actors[next % actors.length] ?? null;
  };
  const order = async () => {
    const book = books[next % books.length];
    if (!book) throw new Error('There are no cards.');
    try {
      const placed = await placeOrder(
        { ...ctx, actor: buyer() },
        { ...book, price: 5_00, quantity, key: randomUUID() },
      );
      trades += placed.bought.length;
    } catch (error) {
      // A few buyers sell the card themselves.
      if (!isAppError(error) || error.code !== 'own-listing-crosses') throw error;
    }
  };
  const buy = () => {
    let item = nextItem();
    while (item.gameId % 2 === 1) item = nextItem();
    next += 1;
    const actor = pickBuyer(actors, next, item.sellerId);
    return buyListing({ ...ctx, actor }, { itemId: item.id, key: randomUUID() });
  };
  const lanes = (work: () => Promise<unknown>) => Array.from({ length: clients }, () => work);
  const { ours, theirs, ratio } = await measureInterleaved(
    async () => {
      const before = { trades, ms: await readMs() };
      await callsPerSecond(lanes(order));
      return ((trades - before.trades) * 1_000) / ((await readMs()) - before.ms);
    },
    () => callsPerCpuSecond(lanes(buy), readMs),
  );
  return {
    claim: `Trades through buy orders ÷ market purchases, ${clients} clients, by CPU time`,
    ours: formatRate(ours),
    theirs: formatRate(theirs),
    ratio,
    goal: { atLeast: 0.7 },
    note: quantity === 1 ? 'orders of one copy' : `orders of ${quantity} copies`,
  };
}
