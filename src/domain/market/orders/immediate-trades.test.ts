import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  cards,
  ledgerEntries,
  marketListings,
  marketOrders,
  marketSales,
  users,
} from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard } from '#test/fixtures/factories.ts';
import { kindId, readBalance } from '#test/fixtures/market.ts';
import { useOrderMarket } from '#test/fixtures/order-market.ts';
import { readNotifications } from '#test/fixtures/read-notifications.ts';
import { blockPerson } from '../../friends/blocks/block-person.ts';
import { sellCards } from '../selling/sell-cards.ts';
import { placeOrder } from './place-order.ts';

const database = useDatabase({ max: 60 });
const { as, createMarket, readWallet, expectSoundEconomy } = useOrderMarket(database);
const key = () => randomUUID();

const listEntries = ({ id }: Actor) =>
  database.db
    .select({ kind: ledgerEntries.kind, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.walletId, id))
    .orderBy(asc(ledgerEntries.id));

const listSales = (gameId: number) =>
  database.db.select().from(marketSales).where(eq(marketSales.gameId, gameId));

describe('an order of one copy that meets a listing', () => {
  test('pays its price from the wallet, is stored as filled, and sets nothing aside', async () => {
    const { people, order, list, gameId } = await createMarket(3);
    const [buyer, seller, other] = people as [Actor, Actor, Actor];
    await list(seller, 4_00);
    const [cheap] = await list(other, 2_00);
    const placed = await order(buyer, 5_00);
    expect(placed).toEqual({
      orderId: placed.orderId,
      price: 5_00,
      quantity: 1,
      bought: [{ itemId: cheap, price: 2_00 }],
      remaining: 0,
    });
    expect(await readWallet(buyer)).toEqual({ balance: 998_00, setAside: 0 });
    expect(await readBalance(database.db, other)).toBe(1_002_00);
    expect((await listEntries(buyer)).slice(1)).toEqual([{ kind: 'sale', amount: -2_00 }]);
    const [stored] = await database.db
      .select()
      .from(marketOrders)
      .where(eq(marketOrders.id, placed.orderId));
    const [sale] = await listSales(gameId);
    expect(stored).toMatchObject({ buyerId: buyer.id, price: 5_00, quantity: 1, remaining: 0 });
    expect(stored).toMatchObject({ state: 'filled', transferId: sale?.transferId });
    expect(sale).toMatchObject({ orderId: placed.orderId, itemId: cheap, price: 2_00 });
    const notes = (await readNotifications(database.db)).filter(
      ({ actorId }) => actorId === buyer.id,
    );
    expect(notes).toMatchObject([{ kind: 'item-sold', userId: other.id }]);
    await expectSoundEconomy();
  });

  test('is answered once, and its key is refused for another order', async () => {
    const { people, list, gameId } = await createMarket(2);
    const [buyer, seller] = people;
    await list(seller, 1_00, 1_00);
    const form = { gameId, kindId, price: 1_00, quantity: 1, key: key() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => placeOrder(as(buyer), form)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await listSales(gameId)).toHaveLength(1);
    await expect(placeOrder(as(buyer), { ...form, price: 2_00 })).rejects.toMatchObject({
      code: 'key-reused',
    });
    expect(await readWallet(buyer)).toEqual({ balance: 999_00, setAside: 0 });
  });

  test('needs the money of its own price, and no listing of the buyer at that price', async () => {
    const { people, order, list, gameId } = await createMarket(2);
    const [buyer, seller] = people;
    await list(seller, 1_00);
    await expect(order(buyer, 1_000_01)).rejects.toMatchObject({ code: 'not-enough-money' });
    await list(buyer, 3_00);
    await expect(order(buyer, 3_00)).rejects.toMatchObject({ code: 'own-listing-crosses' });
    expect(await listSales(gameId)).toEqual([]);
    expect((await order(buyer, 2_99)).bought).toHaveLength(1);
  });

  test('passes by a cheaper listing of an account that it may not trade with', async () => {
    const { people, order, list } = await createMarket(3);
    const [buyer, blocked, other] = people as [Actor, Actor, Actor];
    await blockPerson(as(buyer), blocked);
    await list(blocked, 1_00);
    expect((await order(buyer, 5_00)).remaining).toBe(1);
    const [itemId] = await list(other, 6_00);
    expect((await order(buyer, 6_00)).bought).toEqual([{ itemId, price: 6_00 }]);
    await expectSoundEconomy();
  });

  test('goes on waiting if another buyer was first', async () => {
    const { people, order, list, gameId } = await createMarket(12);
    const [seller, ...buyers] = people;
    await list(seller, 1_00);
    const placed = await Promise.all(buyers.map((buyer) => order(buyer, 2_00)));
    expect(placed.filter(({ bought }) => bought.length === 1)).toHaveLength(1);
    expect(placed.filter(({ remaining }) => remaining === 1)).toHaveLength(buyers.length - 1);
    expect(await listSales(gameId)).toHaveLength(1);
    await expectSoundEconomy();
  });
});

describe('a listing of one copy that meets an order', () => {
  test('goes to the best order without a stored listing, and is answered once', async () => {
    const { people, order, gameId } = await createMarket(3);
    const [seller, low, high] = people as [Actor, Actor, Actor];
    await order(low, 3_00);
    const { orderId } = await order(high, 5_00, 2);
    for (let copy = 0; copy < 2; copy += 1)
      await createCard(database.db, { ownerId: seller.id, gameId, kindId });
    const offers = [{ gameId, kindId, price: 2_00, copies: 1 }];
    const form = { offers, key: key() };
    const ctx = as(seller, { marketFeePercent: 10 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => sellCards(ctx, form)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const [{ itemIds, sold } = { itemIds: [], sold: [] }] = answers;
    expect(sold).toEqual([{ itemId: itemIds[0], gameId, kindId, price: 5_00, received: 4_50 }]);
    expect(await listSales(gameId)).toMatchObject([
      { itemId: itemIds[0], orderId, sellerId: seller.id, buyerId: high.id, price: 5_00, fee: 50 },
    ]);
    expect(await database.db.$count(marketListings, eq(marketListings.gameId, gameId))).toBe(0);
    expect(await readWallet(high)).toEqual({ balance: 990_00, setAside: 5_00 });
    expect(await readBalance(database.db, seller)).toBe(1_004_50);
    const notes = (await readNotifications(database.db)).filter(
      ({ actorId }) => actorId === seller.id,
    );
    expect(notes).toMatchObject([{ kind: 'order-filled', userId: high.id }]);
    const other = { offers: [{ ...offers[0], price: 1_00 }], key: form.key } as typeof form;
    await expect(sellCards(ctx, other)).rejects.toMatchObject({ code: 'key-reused' });
    await expectSoundEconomy();
  });

  test('needs a card that does not rest, and an account that may sell', async () => {
    const { people, order, gameId, sell } = await createMarket(2);
    const [buyer, seller] = people;
    await order(buyer, 5_00, 2);
    const offers = [{ gameId, kindId, price: 5_00, copies: 1 }];
    await expect(sellCards(as(seller), { offers, key: key() })).rejects.toMatchObject({
      code: 'card-not-held',
    });
    const isSeller = eq(users.id, seller.id);
    const registeredAt = new Date(as(seller).clock.now().getTime() - 60_000);
    await database.db.update(users).set({ registeredAt }).where(isSeller);
    const id = await createCard(database.db, { ownerId: seller.id, gameId, kindId });
    const createdAt = new Date(registeredAt.getTime() - 60_000);
    await database.db.update(cards).set({ createdAt }).where(eq(cards.id, id));
    await expect(sellCards(as(seller), { offers, key: key() })).rejects.toMatchObject({
      code: 'card-resting',
    });
    await database.db.update(users).set({ banned: true }).where(isSeller);
    await expect(sell(seller, 5_00)).rejects.toMatchObject({ code: 'account-suspended' });
    expect(await readWallet(buyer)).toEqual({ balance: 990_00, setAside: 10_00 });
  });

  test('stays for sale if the order is filled by another seller at the same time', async () => {
    const { people, order, sell, gameId } = await createMarket(12);
    const [buyer, ...sellers] = people;
    await order(buyer, 5_00, 3);
    const sales = await Promise.all(sellers.map((seller) => sell(seller, 4_00)));
    expect(sales.filter(({ sold }) => sold.length === 1)).toHaveLength(3);
    const isOpen = and(eq(marketListings.gameId, gameId), isNull(marketListings.pricedAt));
    expect(await database.db.$count(marketListings, isOpen)).toBe(sellers.length - 3);
    await expectSoundEconomy();
  });
});
