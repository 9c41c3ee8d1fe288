import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  cards,
  ledgerEntries,
  marketListings,
  marketOrders,
  marketSales,
} from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createPlayer } from '#test/fixtures/factories.ts';
import { kindId, readBalance } from '#test/fixtures/market.ts';
import { useOrderMarket } from '#test/fixtures/order-market.ts';
import { readNotifications } from '#test/fixtures/read-notifications.ts';
import { suspendAccount } from '../../moderation/suspension/suspend-account.ts';
import { repriceListing } from '../reprice-listing.ts';
import { sellCardByName } from '../selling/sell-card-by-name.ts';
import { cancelOrder, expireOrders } from './end-orders.ts';
import { getBookDepth } from './get-book-depth.ts';
import { listOwnOrders } from './list-own-orders.ts';
import { placeOrder } from './place-order.ts';

const database = useDatabase({ max: 60 });
const { as, base, createMarket, readWallet, expectSoundEconomy } = useOrderMarket(database);
const key = () => randomUUID();

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
    expect(await expireOrders(later)).toBeGreaterThan(0);
    expect(await readWallet(buyer)).toEqual({ balance: 1_000_00, setAside: 0 });
    expect((await sell(seller, 5_00)).sold).toEqual([]);
    expect(
      (await listOwnOrders(as(buyer), { state: 'ended', page: 1, perPage: 5 })).orders,
    ).toMatchObject([{ state: 'expired', remaining: 2 }]);
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
