import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  cards,
  ledgerEntries,
  marketListings,
  marketOrders,
  marketSales,
  tradingPairDays,
  users,
  wallets,
} from '#database/schema.ts';
import type { Actor, Rules } from '#domain/context-parts.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { rateLimits } from '#shared/constants/rate-limits.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createListings, createTradedGame, kindId, readBalance } from '#test/fixtures/market.ts';
import { readNotifications } from '#test/fixtures/read-notifications.ts';
import { auditEconomy } from '../../audit/audit-economy.ts';
import { blockPerson } from '../../friends/blocks/block-person.ts';
import { endBlock } from '../../lifecycle/end-block.ts';
import { suspendAccount } from '../../lifecycle/suspend-account.ts';
import { buyListing } from '../buy-listing.ts';
import { repriceListing } from '../reprice-listing.ts';
import { sellCardByName } from '../sell-card-by-name.ts';
import { sellCards } from '../sell-cards.ts';
import { cancelOrder, expireOrders } from './end-orders.ts';
import { getBookDepth } from './get-book-depth.ts';
import { listOwnOrders } from './list-own-orders.ts';
import { placeOrder } from './place-order.ts';
import { previewSale } from './preview-sale.ts';
import { rematchBooks } from './rematch-books.ts';

const database = useDatabase({ max: 60 });
const key = () => randomUUID();
const base = () => createTestCtx(database.db);
const as = (actor: Actor, rules: Partial<Rules> = {}) => {
  const ctx = base();
  return { ...ctx, actor, rules: { ...ctx.rules, ...rules } };
};

beforeAll(async () => void (await createTradedGame(database.db)));

/** A card that nobody trades yet, and players with 1,000.00 each. */
async function createMarket(players: number) {
  const { db } = database;
  const { id: gameId, name } = await createGame(db);
  const people = await Promise.all(
    Array.from({ length: players }, () => createPlayer(db, { balance: 1_000_00 })),
  );
  const order = (actor: Actor, price: number, quantity = 1) =>
    placeOrder(as(actor), { gameId, kindId, price, quantity, key: key() });
  const list = async (seller: Actor, ...prices: number[]) =>
    createListings(db, { seller, gameId, prices });
  const sell = async (seller: Actor, price: number, copies = 1, rules: Partial<Rules> = {}) => {
    for (let copy = 0; copy < copies; copy += 1)
      await createCard(db, { ownerId: seller.id, gameId, kindId });
    const offers = [{ gameId, kindId, price, copies }];
    return sellCards(as(seller, rules), { offers, key: key() });
  };
  return { gameId, name, people: people as [Actor, Actor, ...Actor[]], order, list, sell };
}

async function readWallet({ id }: Actor) {
  const [wallet] = await database.db.select().from(wallets).where(eq(wallets.userId, id));
  return { balance: wallet?.balance, setAside: wallet?.setAside };
}

async function expectSoundEconomy() {
  const { violations } = await auditEconomy(database);
  // The cards of these tests were not awarded.
  expect(violations.filter(({ rule }) => !['granted-cards-are-logged'].includes(rule))).toEqual([]);
}

describe('an order', () => {
  test('sets its money aside and returns it when it is cancelled, once', async () => {
    const { people, order, gameId } = await createMarket(2);
    const [buyer] = people;
    const placed = await order(buyer, 5_00, 3);
    expect(placed).toMatchObject({ price: 5_00, quantity: 3, bought: [], remaining: 3 });
    expect(await readWallet(buyer)).toEqual({ balance: 985_00, setAside: 15_00 });
    const { orderId } = placed;
    const own = await listOwnOrders(as(buyer), { state: 'open', page: 1, perPage: 10 });
    expect(own).toMatchObject({ all: 1, open: 1, setAside: 15_00, pages: 1 });
    expect(own.orders).toMatchObject([
      {
        id: orderId,
        gameId,
        kindId,
        price: 5_00,
        remaining: 3,
        highestOrder: 5_00,
        lowestListing: null,
      },
    ]);
    const cancelKey = key();
    const cancel = () => cancelOrder(as(buyer), { orderId, key: cancelKey });
    expect(await cancel()).toEqual({ returned: 15_00 });
    expect(await cancel()).toEqual({ returned: 15_00 });
    await expect(cancelOrder(as(buyer), { orderId, key: key() })).rejects.toMatchObject({
      code: 'order-gone',
    });
    expect(await readWallet(buyer)).toEqual({ balance: 1_000_00, setAside: 0 });
    const ended = await listOwnOrders(as(buyer), { state: 'ended', page: 1, perPage: 10 });
    expect(ended.orders).toMatchObject([{ id: orderId, state: 'cancelled', remaining: 3 }]);
  });

  test('cannot be cancelled by others', async () => {
    const { people, order } = await createMarket(2);
    const { orderId } = await order(people[0], 5_00);
    await expect(cancelOrder(as(people[1]), { orderId, key: key() })).rejects.toMatchObject({
      code: 'order-gone',
    });
  });

  test('buys the cheapest listings at their prices; the difference returns', async () => {
    const { people, order, list } = await createMarket(3);
    const [buyer, seller, other] = people as [Actor, Actor, Actor];
    const [dear, cheap] = await list(seller, 4_00, 2_00);
    const [middle] = await list(other, 3_00);
    const placed = await order(buyer, 4_00, 2);
    expect(placed.bought).toEqual([
      { itemId: cheap, price: 2_00 },
      { itemId: middle, price: 3_00 },
    ]);
    expect(placed.remaining).toBe(0);
    expect(await readWallet(buyer)).toEqual({ balance: 995_00, setAside: 0 });
    expect(await readBalance(database.db, seller)).toBe(1_002_00);
    const items = await database.db
      .select()
      .from(marketListings)
      .where(eq(marketListings.sellerId, seller.id));
    expect(items.map(({ id }) => id)).toEqual([dear]);
    const owned = await database.db.select().from(cards).where(eq(cards.ownerId, buyer.id));
    expect(owned.map(({ state }) => state)).toEqual(['held', 'held']);
    const [stored] = await database.db
      .select()
      .from(marketOrders)
      .where(eq(marketOrders.id, placed.orderId));
    expect(stored).toMatchObject({ state: 'filled', remaining: 0 });
    const notes = (await readNotifications(database.db)).filter(
      ({ actorId }) => actorId === buyer.id,
    );
    expect(notes.map(({ kind }) => kind)).toEqual(['item-sold', 'item-sold']);
  });

  test('that was there first sets the price, the highest first, then the oldest', async () => {
    const { people, order, sell } = await createMarket(4);
    const [seller, low, first, second] = people as [Actor, Actor, Actor, Actor];
    const orders = {
      low: await order(low, 3_00),
      first: await order(first, 5_00),
      second: await order(second, 5_00),
    };
    const { itemIds, sold } = await sell(seller, 2_00, 2, { marketFeePercent: 10 });
    expect(sold.map(({ itemId }) => itemId).toSorted()).toEqual(itemIds.toSorted());
    expect(sold.map(({ price, received }) => [price, received])).toEqual([
      [5_00, 4_50],
      [5_00, 4_50],
    ]);
    expect((await sell(seller, 5_01)).sold).toEqual([]);
    const sales = await database.db
      .select()
      .from(marketSales)
      .where(eq(marketSales.sellerId, seller.id))
      .orderBy(marketSales.id);
    expect(sales.map(({ orderId }) => orderId)).toEqual([
      orders.first.orderId,
      orders.second.orderId,
    ]);
    expect((await sell(seller, 1)).sold).toMatchObject([{ price: 3_00 }]);
    expect(await readBalance(database.db, seller)).toBe(1_000_00 + 2 * 4_50 + 3_00);
    expect(await readWallet(first)).toEqual({ balance: 995_00, setAside: 0 });
    const entries = await database.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.walletId, first.id))
      .orderBy(ledgerEntries.id);
    expect(entries.at(-1)).toMatchObject({
      kind: 'order-placed',
      amount: -5_00,
      balanceAfter: 995_00,
    });
  });

  test('is filled copy by copy, also by a new price', async () => {
    const { people, order, sell } = await createMarket(3);
    const [buyer, seller, other] = people as [Actor, Actor, Actor];
    const { orderId } = await order(buyer, 5_00, 3);
    expect((await sell(seller, 5_00)).sold).toHaveLength(1);
    const { itemIds } = await sell(other, 6_00);
    const repriced = await repriceListing(as(other), {
      itemId: itemIds[0] ?? '',
      price: 4_00,
      key: key(),
    });
    expect(repriced.sold).toMatchObject({ itemId: repriced.itemId, price: 5_00 });
    const [stored] = await database.db
      .select()
      .from(marketOrders)
      .where(eq(marketOrders.id, orderId));
    expect(stored).toMatchObject({ state: 'open', remaining: 1 });
    expect(await readWallet(buyer)).toEqual({ balance: 985_00, setAside: 5_00 });
    await expectSoundEconomy();
  });

  test('sells what a card by name sells, and the answer of a repeated form is the same', async () => {
    const { people, order, name, gameId } = await createMarket(2);
    const [buyer, seller] = people;
    await order(buyer, 5_00);
    await createCard(database.db, { ownerId: seller.id, gameId, kindId });
    const sale = { game: name, card: 'Crown', price: 1_00, key: key() };
    const first = await sellCardByName(as(seller), sale);
    expect(first.sold).toMatchObject({ price: 5_00, received: 5_00 });
    const placed = { gameId, kindId, price: 1_00, quantity: 1, key: key() };
    const again = await placeOrder(as(buyer), placed);
    expect(await placeOrder(as(buyer), placed)).toEqual(again);
    await expect(placeOrder(as(buyer), { ...placed, price: 2_00 })).rejects.toMatchObject({
      code: 'key-reused',
    });
  });

  test('ends after 30 days, and buys nothing in between', async () => {
    const { people, order, sell } = await createMarket(2);
    const [buyer, seller] = people;
    await order(buyer, 5_00, 2);
    const ctx = base();
    ctx.testClock.advance(30 * 24 * 60 * 60 * 1000);
    const later = { ...ctx, actor: seller };
    await createCard(database.db, { ownerId: seller.id, gameId: 0, kindId }).catch(() => undefined);
    expect(await expireOrders(later)).toBeGreaterThan(0);
    expect(await readWallet(buyer)).toEqual({ balance: 1_000_00, setAside: 0 });
    expect((await sell(seller, 5_00)).sold).toEqual([]);
    expect(
      (await listOwnOrders(as(buyer), { state: 'ended', page: 1, perPage: 5 })).orders,
    ).toMatchObject([{ state: 'expired', remaining: 2 }]);
  });
});

describe('refused', () => {
  test('is an order that the money does not cover, and one of a guest', async () => {
    const { people, order, gameId } = await createMarket(2);
    await expect(order(people[0], 501_00, 2)).rejects.toMatchObject({ code: 'not-enough-money' });
    const guest = await createPlayer(database.db, { role: 'guest' });
    await expect(order(guest, 1)).rejects.toMatchObject({ code: 'guest-not-allowed' });
    for (const wrong of [{ price: 0 }, { price: 1_000_001 }, { quantity: 0 }, { quantity: 21 }]) {
      const input = { gameId, kindId, price: 1, quantity: 1, key: key(), ...wrong };
      await expect(placeOrder(as(people[0]), input)).rejects.toMatchObject({ code: 'bad-input' });
    }
    const other = { gameId, kindId: 'none', price: 1, quantity: 1, key: key() };
    await expect(placeOrder(as(people[0]), other)).rejects.toMatchObject({
      code: 'card-not-found',
    });
  });

  test('is an order of an account that is suspended or not confirmed', async () => {
    const { people, order, gameId } = await createMarket(2);
    const [one, other] = people;
    await database.db.update(users).set({ banned: true }).where(eq(users.id, one.id));
    await expect(order(one, 1)).rejects.toMatchObject({ code: 'account-suspended' });
    await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, other.id));
    const ctx = as(other);
    const mailing = {
      ...ctx,
      accounts: { ...ctx.accounts, mailer: { ...ctx.accounts.mailer, canDeliver: true } },
    };
    const input = { gameId, kindId, price: 1, quantity: 1, key: key() };
    await expect(placeOrder(mailing, input)).rejects.toMatchObject({ code: 'unconfirmed-email' });
  });

  test('are more than 50 open orders, also at once', async () => {
    const { people, order } = await createMarket(2);
    const results = await Promise.allSettled(Array.from({ length: 53 }, () => order(people[0], 1)));
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason.code] : [],
    );
    expect(reasons).toEqual(Array(3).fill('order-limit'));
  });

  test('is an order above the limit of ten minutes', async () => {
    const { people, order, gameId } = await createMarket(2);
    const [buyer] = people;
    const rateLimiter = createRateLimiter();
    const { points } = rateLimits['orders-by-account'];
    for (let taken = 1; taken < points; taken += 1)
      await rateLimiter.take('orders-by-account', buyer.id);
    const ctx = { ...as(buyer), rateLimiter };
    const input = () => ({ gameId, kindId, price: 1, quantity: 1, key: key() });
    const { orderId } = await placeOrder(ctx, input());
    await cancelOrder(ctx, { orderId, key: key() });
    await expect(placeOrder(ctx, input())).rejects.toMatchObject({ code: 'rate-limited' });
    expect((await order(buyer, 1)).remaining).toBe(1);
  });

  test('are own orders and listings that would meet', async () => {
    const { people, order, list, sell } = await createMarket(2);
    const [one] = people;
    const [itemId = ''] = await list(one, 5_00);
    await expect(order(one, 5_00)).rejects.toMatchObject({ code: 'own-listing-crosses' });
    await order(one, 4_99);
    await expect(sell(one, 4_99)).rejects.toMatchObject({ code: 'own-order-crosses' });
    await expect(
      repriceListing(as(one), { itemId, price: 4_99, key: key() }),
    ).rejects.toMatchObject({
      code: 'own-order-crosses',
    });
  });
});

describe('a pair that may not trade', () => {
  test('because of a block is skipped until the block ends', async () => {
    const { people, order, sell, gameId } = await createMarket(3);
    const [blocked, seller, other] = people as [Actor, Actor, Actor];
    await blockPerson(as(blocked), { username: seller.username });
    await order(blocked, 5_00);
    await order(other, 4_00);
    expect(await previewSale(as(seller), { gameId, kindId, price: 4_00, copies: 2 })).toEqual({
      copies: 1,
      amount: 4_00,
    });
    const { sold } = await sell(seller, 4_00, 2);
    expect(sold).toMatchObject([{ price: 4_00 }]);
    const ctx = as(blocked);
    expect(await rematchBooks(ctx)).toBe(0);
    await endBlock(ctx, { username: seller.username });
    // The order stood before the listing.
    expect(await readWallet(blocked)).toEqual({ balance: 995_00, setAside: 0 });
    await expectSoundEconomy();
  });

  test('because of a full wallet is skipped, and matched by the job later', async () => {
    const { people, order, sell } = await createMarket(2);
    const [buyer, seller] = people;
    await database.db
      .update(wallets)
      .set({ balance: 100_000_00 - 3_00 })
      .where(eq(wallets.userId, seller.id));
    await order(buyer, 2_00, 2);
    expect((await sell(seller, 2_00, 2)).sold).toHaveLength(1);
    await database.db
      .update(wallets)
      .set({ balance: 1_002_00 })
      .where(eq(wallets.userId, seller.id));
    expect(await rematchBooks(base())).toBe(1);
    expect(await readBalance(database.db, seller)).toBe(1_004_00);
  });

  test('because of its trades of the day is skipped, and refused as buyer', async () => {
    const { people, order, sell, list } = await createMarket(3);
    const [buyer, seller, other] = people as [Actor, Actor, Actor];
    await order(buyer, 1_00, 20);
    expect((await sell(seller, 1_00, 20)).sold).toHaveLength(20);
    const [pair] = await database.db
      .select()
      .from(tradingPairDays)
      .where(sql`${buyer.id}::uuid in (low_id, high_id)`);
    expect(pair).toMatchObject({ trades: 20, amount: 20_00 });
    await order(buyer, 1_00);
    expect((await sell(seller, 1_00)).sold).toEqual([]);
    const [itemId = ''] = await list(seller, 2_00);
    await expect(buyListing(as(buyer), { itemId, key: key() })).rejects.toMatchObject({
      code: 'pair-limit',
    });
    await buyListing(as(other), { itemId, key: key() });
  });

  test('for more than 500.00 a day is skipped', async () => {
    const { people, order, sell } = await createMarket(2);
    const [buyer, seller] = people;
    await order(buyer, 200_00, 3);
    expect((await sell(seller, 200_00, 3)).sold).toHaveLength(2);
  });

  test('is made at any price as the first of a day, and then no second one', async () => {
    const { people, order, sell, list } = await createMarket(3);
    const [buyer, seller, other] = people as [Actor, Actor, Actor];
    await order(buyer, 600_00);
    await order(buyer, 1_00);
    expect((await sell(seller, 1_00, 2)).sold).toMatchObject([{ price: 600_00 }]);
    expect(await rematchBooks(base())).toBe(0);
    expect((await sell(other, 1_00)).sold).toMatchObject([{ price: 1_00 }]);
    const [dear = '', cheap = ''] = await list(other, 501_00, 2_00);
    await buyListing(as(seller), { itemId: dear, key: key() });
    await expect(buyListing(as(seller), { itemId: cheap, key: key() })).rejects.toMatchObject({
      code: 'pair-limit',
    });
  });

  test('because of the limits of the first day is skipped', async () => {
    const { people, order, sell } = await createMarket(3);
    const [buyer, seller, other] = people as [Actor, Actor, Actor];
    const registeredAt = base().clock.now();
    await database.db.update(users).set({ registeredAt }).where(eq(users.id, buyer.id));
    await order(buyer, 60_00, 2);
    await order(other, 50_00);
    expect((await sell(seller, 50_00, 2)).sold).toMatchObject([{ price: 60_00 }, { price: 50_00 }]);
  });
});

test('more than 20 trades are made 20 at a time', async () => {
  const { people, order, sell } = await createMarket(3);
  const [seller, ...buyers] = people;
  for (const buyer of buyers) await order(buyer, 1_00, 20);
  const { sold, itemIds } = await sell(seller, 50, 30);
  expect(sold.map(({ itemId }) => itemId).toSorted()).toEqual(itemIds.toSorted());
  expect(sold.every(({ price }) => price === 1_00)).toBe(true);
});

test('a suspension ends the orders of the account', async () => {
  const { people, order } = await createMarket(2);
  const [buyer] = people;
  const moderator = await createPlayer(database.db, { role: 'moderator' });
  await order(buyer, 5_00, 2);
  await order(buyer, 6_00, 1);
  await suspendAccount(as(moderator), { username: buyer.username, reason: 'Test.', days: 1 });
  expect(await readWallet(buyer)).toEqual({ balance: 1_000_00, setAside: 0 });
});

test('the depth of a book has its best levels, and names nobody', async () => {
  const { people, order, list, gameId } = await createMarket(3);
  const [one, two] = people;
  await list(one, 5_00, 5_00, 6_00);
  await order(one, 2_00, 2);
  await order(two, 2_00, 1);
  await order(two, 3_00, 4);
  const card = { gameId, kindId };
  expect(await getBookDepth(as(one), card)).toEqual({
    sells: [
      { price: 5_00, copies: 2, own: 2 },
      { price: 6_00, copies: 1, own: 1 },
    ],
    buys: [
      { price: 3_00, copies: 4, own: 0 },
      { price: 2_00, copies: 3, own: 2 },
    ],
  });
  expect((await getBookDepth(base(), card)).sells[0]?.own).toBe(0);
});
