import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { cards, marketListings, marketOrders, marketSales, wallets } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { roundsOfRun } from '#test/config/nightly.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createGame, createPlayer } from '#test/fixtures/factories.ts';
import {
  createActorCtx,
  createRandomForRaces,
  createTradedGame,
  errorCodesOf,
  kindId,
} from '#test/fixtures/market.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { bookOperation, people, ReferenceBook } from '#test/fixtures/reference-matcher.ts';
import { blockPerson } from '../../friends/blocks/block-person.ts';
import { sellCards } from '../selling/sell-cards.ts';
import { withdrawListing } from '../withdraw-listings.ts';
import { cancelOrder } from './end-orders.ts';
import { placeOrder } from './place-order.ts';
import { rematchBooks } from './rematch-books.ts';
import { unblockAndMatchOrders } from './unblock-and-match-orders.ts';

const database = useDatabase({ max: 60 });
const key = () => randomUUID();
const { atOnce, below } = createRandomForRaces('order-races');
const as = (actor: Actor) => createActorCtx(database.db, actor);

const pairs = roundsOfRun(25, 50);

useRaceChecks(database);
beforeAll(async () => {
  await createTradedGame(database.db);
});

const createPeople = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createPlayer(database.db, { balance: 100_00 })));

const order = (actor: Actor, gameId: number, price: number, quantity = 1) =>
  placeOrder(as(actor), { gameId, kindId, price, quantity, key: key() });

async function list(seller: Actor, gameId: number, price: number): Promise<string> {
  const offers = [{ gameId, kindId, price, copies: 1 }];
  const { itemIds } = await sellCards(as(seller), { offers, key: key() });
  return itemIds[0] ?? '';
}

test(`${pairs} listings and ${pairs} orders of one card at once trade at the right prices, with money and cards exact`, async () => {
  const { db } = database;
  const { id: gameId } = await createGame(db);
  const [sellers, buyers] = [await createPeople(pairs), await createPeople(pairs)];
  for (const { id } of sellers) await createCard(db, { ownerId: id, gameId, kindId });
  const asked = sellers.map(() => 1 + below(9));
  const offered = buyers.map(() => 1 + below(9));
  const results = await atOnce([
    ...sellers.map((seller, index) => () => list(seller, gameId, asked[index] ?? 0)),
    ...buyers.map((buyer, index) => () => order(buyer, gameId, offered[index] ?? 0)),
  ]);
  expect(errorCodesOf(results)).toEqual([]);
  const sales = await db.select().from(marketSales).where(eq(marketSales.gameId, gameId));
  for (const { sellerId, buyerId, price } of sales) {
    const ask = asked[sellers.findIndex(({ id }) => id === sellerId)] ?? Infinity;
    const offer = offered[buyers.findIndex(({ id }) => id === buyerId)] ?? 0;
    expect(ask).toBeLessThanOrEqual(offer);
    // The price of the one that was there first.
    expect([ask, offer]).toContain(price);
    const [wallet] = await db.select().from(wallets).where(eq(wallets.userId, buyerId));
    expect(wallet).toMatchObject({ balance: 100_00 - price, setAside: 0 });
  }
  const isOfGame = eq(marketListings.gameId, gameId);
  const listings = await db.select().from(marketListings).where(isOfGame);
  const open = await db
    .select()
    .from(marketOrders)
    .where(and(eq(marketOrders.gameId, gameId), eq(marketOrders.state, 'open')));
  expect(listings).toHaveLength(pairs - sales.length);
  expect(open).toHaveLength(pairs - sales.length);
  // Nobody who is left would trade.
  const cheapest = Math.min(...listings.map(({ price }) => price));
  const highest = Math.max(...open.map(({ price }) => price));
  expect(cheapest).toBeGreaterThan(highest);
  expect(sales.length).toBeGreaterThan(0);
});

test('an order that is cancelled twice while it is filled buys a copy or returns its money, never both', {
  timeout: timeLimits.longTest,
}, async () => {
  const { db } = database;
  const { id: gameId } = await createGame(db);
  for (let round = 0; round < roundsOfRun(10, 40); round += 1) {
    const [buyer, ...sellers] = await createPeople(4);
    if (!buyer) throw new Error('There is no buyer.');
    for (const { id } of sellers) await createCard(db, { ownerId: id, gameId, kindId });
    const { orderId } = await order(buyer, gameId, 5_00, 3);
    const results = await atOnce([
      ...sellers.map((seller) => () => list(seller, gameId, 4_00)),
      ...[1, 2].map(() => () => cancelOrder(as(buyer), { orderId, key: key() })),
    ]);
    for (const code of errorCodesOf(results)) expect(code).toBe('order-gone');
    const owned = await db.$count(cards, eq(cards.ownerId, buyer.id));
    const [wallet] = await db.select().from(wallets).where(eq(wallets.userId, buyer.id));
    expect(wallet).toMatchObject({ balance: 100_00 - owned * 5_00, setAside: 0 });
    const left = await db.select().from(marketListings).where(eq(marketListings.gameId, gameId));
    for (const { id, sellerId } of left) {
      const seller = sellers.find((one) => one.id === sellerId);
      if (seller) await withdrawListing(as(seller), { itemId: id, key: key() });
    }
  }
});

test('the job that matches again, orders, listings and blocks at once leave no two that may trade', async () => {
  const { db } = database;
  const { id: gameId } = await createGame(db);
  const [buyers, sellers] = [await createPeople(8), await createPeople(8)];
  for (const { id } of sellers) await createCard(db, { ownerId: id, gameId, kindId });
  const [blocking] = buyers;
  if (!blocking) throw new Error('There is no buyer.');
  for (const { username } of sellers) await blockPerson(as(blocking), { username });
  await atOnce([
    ...buyers.map((buyer) => () => order(buyer, gameId, 1 + below(5), 2)),
    ...sellers.map((seller) => () => list(seller, gameId, 1 + below(5))),
    ...sellers.map(
      ({ username }) =>
        () =>
          unblockAndMatchOrders(as(blocking), { username }),
    ),
    ...Array.from({ length: 4 }, () => () => rematchBooks(as(blocking))),
  ]);
  await rematchBooks(as(blocking));
  expect(await rematchBooks(as(blocking))).toBe(0);
});

test('random sequences make the same trades in the database as in the reference matcher', async () => {
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(
      fc.array(bookOperation, { minLength: 4, maxLength: 14 }),
      async (operations) => {
        const { id: gameId } = await createGame(db);
        const players = await createPeople(people);
        const player = (index: number) => players[index] ?? Promise.reject(new Error('Nobody.'));
        const book = new ReferenceBook({ pairTrades: 20, pairCents: 500_00, room: Infinity });
        const ids = new Map<number, string>();
        for (const operation of operations) {
          const before = { orders: [...book.orders], listings: [...book.listings] };
          const newest = () =>
            Math.max(
              0,
              ...[...before.orders, ...before.listings].map(({ id }) => id),
              ...ids.keys(),
            );
          const next = newest() + 1;
          const accepted = book.perform(operation);
          if (operation.type === 'order') {
            const placed = order(
              await player(operation.person),
              gameId,
              operation.price,
              operation.copies,
            );
            if (accepted) ids.set(next, (await placed).orderId);
            else await expect(placed).rejects.toMatchObject({ code: 'own-listing-crosses' });
          } else if (operation.type === 'list') {
            const seller = await player(operation.person);
            await createCard(db, { ownerId: seller.id, gameId, kindId });
            const listed = list(seller, gameId, operation.price);
            if (accepted) ids.set(next, await listed);
            else await expect(listed).rejects.toMatchObject({ code: 'own-order-crosses' });
          } else if ('place' in operation) {
            const entries = operation.type === 'cancel' ? before.orders : before.listings;
            const entry = entries[operation.place % Math.max(1, entries.length)];
            if (!entry) continue;
            const actor = as(await player(entry.person));
            const id = ids.get(entry.id) ?? '';
            await (operation.type === 'cancel'
              ? cancelOrder(actor, { orderId: id, key: key() })
              : withdrawListing(actor, { itemId: id, key: key() }));
          } else if (operation.person !== operation.other) {
            const actor = as(await player(operation.person));
            const { username } = await player(operation.other);
            await (operation.type === 'block'
              ? blockPerson(actor, { username })
              : unblockAndMatchOrders(actor, { username }));
          }
        }
        const sales = await db
          .select()
          .from(marketSales)
          .where(eq(marketSales.gameId, gameId))
          .orderBy(asc(marketSales.id));
        const indexOf = (id: string) => players.findIndex((one) => one.id === id);
        expect(
          sales.map((sale) => [indexOf(sale.buyerId), indexOf(sale.sellerId), sale.price]),
        ).toEqual(book.trades);
      },
    ),
    { numRuns: roundsOfRun(20, 60), seed: 20_261_123 },
  );
});
