import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { marketOrders, users, wallets } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { estimatedPrices } from '#shared/constants/market/estimated-prices.ts';
import { createCard, findLedgerViolations } from '#test/fixtures/factories.ts';
import { cat, crown, dog, useMissingCards } from '#test/fixtures/missing-cards.ts';
import { placeOrder } from '../market/orders/place-order.ts';
import { addMoney } from '../wallet/add-money.ts';
import { getOrdersReport, type OrdersReport } from './missing-orders-report.ts';
import { orderMissingCards } from './order-missing-cards.ts';
import { suggestMissingOrders } from './suggest-missing-orders.ts';

const { database, as, createGameWithCollector, listCards, countCards } = useMissingCards();

/** Each card with the price at which it was bought, `ordered`, or why it was not ordered. */
const resultsOf = (report: OrdersReport | null) =>
  report?.cards.map(({ kindId, outcome }) => {
    if (outcome === null) return [kindId, null];
    return [kindId, 'reason' in outcome ? outcome.reason : (outcome.bought?.price ?? 'ordered')];
  });

const readOrders = ({ id }: Actor, gameId: number) =>
  database.db
    .select({
      kindId: marketOrders.kindId,
      price: marketOrders.price,
      state: marketOrders.state,
      quantity: marketOrders.quantity,
    })
    .from(marketOrders)
    .where(and(eq(marketOrders.buyerId, id), eq(marketOrders.gameId, gameId)))
    .orderBy(marketOrders.kindId, marketOrders.id);

async function readWallet({ id }: Actor) {
  const [wallet] = await database.db.select().from(wallets).where(eq(wallets.userId, id));
  return { balance: wallet?.balance, setAside: wallet?.setAside };
}

const allThree = [
  { kindId: cat, price: 1_50 },
  { kindId: crown, price: 2_00 },
  { kindId: dog, price: 75 },
];

describe('suggestMissingOrders', () => {
  it('suggests the cheapest listing, else a price by rarity, and names own orders', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    await listCards(seller, gameId, cat, 1_20, 1_00);
    await placeOrder(as(collector), {
      gameId,
      kindId: crown,
      price: 3_00,
      quantity: 2,
      key: randomUUID(),
    });
    const { cards: suggested, openOrders } = await suggestMissingOrders(as(collector), gameId);
    expect(openOrders).toBe(1);
    expect(
      suggested.map((card) => [card.kindId, card.suggested, card.source, card.ordered]).toSorted(),
    ).toEqual([
      [cat, 1_00, 'cheapest', null],
      [crown, estimatedPrices.legendary, 'rarity', 3_00],
      [dog, estimatedPrices.uncommon, 'rarity', null],
    ]);
  });
});

describe('orderMissingCards', () => {
  it('buys at once what is for sale at the price or less, and orders the rest', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    await listCards(seller, gameId, cat, 1_00);
    await listCards(seller, gameId, crown, 2_01);
    const form = { gameId, orders: allThree, key: randomUUID() };
    const report = await orderMissingCards(as(collector), form);
    expect(resultsOf(report)).toEqual([
      [cat, 1_00],
      [crown, 'ordered'],
      [dog, 'ordered'],
    ]);
    expect(await readWallet(collector)).toEqual({ balance: 96_25, setAside: 2_75 });
    expect(await countCards(collector, cat)).toBe(1);
    expect(await getOrdersReport(as(collector), form.key)).toEqual(report);
    expect(await getOrdersReport(as(seller), form.key)).toBeNull();
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('places each order once, however often and at once the form is sent', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    await listCards(seller, gameId, cat, 1_00, 1_00);
    const form = { gameId, orders: allThree, key: randomUUID() };
    const reports = await Promise.all(
      Array.from({ length: 10 }, () => orderMissingCards(as(collector), form)),
    );
    expect(reports).toEqual(Array(10).fill(reports[0]));
    expect(await readOrders(collector, gameId)).toEqual([
      { kindId: cat, price: 1_50, state: 'filled', quantity: 1 },
      { kindId: crown, price: 2_00, state: 'open', quantity: 1 },
      { kindId: dog, price: 75, state: 'open', quantity: 1 },
    ]);
    expect(await countCards(collector, cat)).toBe(1);
    expect(await readWallet(collector)).toEqual({ balance: 96_25, setAside: 2_75 });
    const other = { ...form, orders: allThree.slice(0, 1) };
    await expect(orderMissingCards(as(collector), other)).rejects.toMatchObject({
      code: 'key-reused',
    });
  });

  it('places one order of a card for several forms that are sent at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { gameId, collector, seller } = await createGameWithCollector();
      await listCards(seller, gameId, cat, 1_00, 1_00, 1_00);
      const reports = await Promise.all(
        Array.from({ length: 4 }, () =>
          orderMissingCards(as(collector), { gameId, orders: allThree, key: randomUUID() }),
        ),
      );
      expect((await readOrders(collector, gameId)).map(({ kindId }) => kindId)).toEqual([
        cat,
        crown,
        dog,
      ]);
      expect(await countCards(collector, cat)).toBe(1);
      const outcomes = reports.flatMap((report) => resultsOf(report) ?? []).map(([, one]) => one);
      expect(outcomes.filter((one) => one === 'ordered' || one === 1_00)).toHaveLength(3);
      expect(outcomes.filter((one) => one === 'yours-by-now')).toHaveLength(3);
      expect(outcomes.filter((one) => one === 'ordered-by-now')).toHaveLength(6);
    }
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('continues after a crash between two cards', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    await listCards(seller, gameId, cat, 1_00);
    const notifier = {
      deliverSoon() {
        throw new Error('The server is gone.');
      },
      async flush() {},
    };
    const form = { gameId, orders: allThree, key: randomUUID() };
    await expect(orderMissingCards(as(collector, { notifier }), form)).rejects.toThrow('is gone');
    expect(resultsOf(await getOrdersReport(as(collector), form.key))).toEqual([
      [cat, 1_00],
      [crown, null],
      [dog, null],
    ]);
    expect(resultsOf(await orderMissingCards(as(collector), form))).toEqual([
      [cat, 1_00],
      [crown, 'ordered'],
      [dog, 'ordered'],
    ]);
    expect(await countCards(collector, cat)).toBe(1);
  });

  it('skips cards that came meanwhile, and says when the money or the orders are used up', async () => {
    const { gameId, collector } = await createGameWithCollector(2_50);
    await createCard(database.db, { ownerId: collector.id, gameId, kindId: dog });
    const poor = { gameId, orders: allThree, key: randomUUID() };
    const report = await orderMissingCards(as(collector), poor);
    expect(resultsOf(report)).toEqual([
      [cat, 'ordered'],
      [crown, 'refused'],
      [dog, 'yours-by-now'],
    ]);
    expect(report.cards[1]?.outcome).toEqual({ reason: 'refused', code: 'not-enough-money' });
    // The error is stored: the same form does not order later, when there is money.
    await addMoney(as(collector), { amount: 50_00, key: randomUUID() });
    expect(await orderMissingCards(as(collector), poor)).toEqual(report);
  });

  it('orders nothing for a suspended player, and nothing for a guest', async () => {
    const { gameId, collector } = await createGameWithCollector();
    const form = { gameId, orders: allThree, key: randomUUID() };
    const guest = { ...collector, role: 'guest' as const };
    await expect(orderMissingCards(as(guest), form)).rejects.toMatchObject({
      code: 'guest-not-allowed',
    });
    await database.db.update(users).set({ banned: true }).where(eq(users.id, collector.id));
    const report = await orderMissingCards(as(collector), form);
    expect(report.cards.map(({ outcome }) => outcome)).toEqual(
      Array(3).fill({ reason: 'refused', code: 'account-suspended' }),
    );
    expect(await readOrders(collector, gameId)).toEqual([]);
  });
});
