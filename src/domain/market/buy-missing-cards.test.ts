import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#db/client.ts';
import { cards, marketSales, wallets } from '#db/schema.ts';
import type { Actor, Ctx } from '#domain/context.ts';
import { money } from '#shared/limits.ts';
import { useDatabase } from '#test/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
  ledgerFaults,
} from '#test/factories.ts';
import { moveMoney } from '../money/move-money.ts';
import { buyMissingCards } from './buy-missing-cards.ts';
import { getPurchase, type Purchase } from './missing-cards-report.ts';
import { repriceMarketItem } from './reprice-market-item.ts';
import { sellCards } from './sell-card.ts';

const database = useDatabase({ max: 60 });
/** Three cards of the set that most games share; a collector has the other six. */
const crown = 'default-crown';
const cat = 'default-cat';
const dog = 'default-dog';
const others = ['boring', 'laugh', 'smile', 'pistol', 'hand-grenade', 'shotgun'];

beforeAll(() => createCardSets(database.db));

const as = (actor: Actor, over: Partial<Ctx> = {}) =>
  createTestCtx(database.db, { actor, ...over });

/** A game, and a collector of it who lacks three of its cards. */
async function scene(balance = 100_00) {
  const { db } = database;
  const { id: gameId } = await createGame(db);
  return {
    gameId,
    collector: await createCollector(gameId, balance),
    seller: await createPlayer(db),
  };
}

async function createCollector(gameId: number, balance: number): Promise<Actor> {
  const collector = await createPlayer(database.db, { balance });
  for (const name of others) {
    await createCard(database.db, { ownerId: collector.id, gameId, kindId: `default-${name}` });
  }
  return collector;
}

/** One listing for each price (cents); answers their ids. */
async function listed(seller: Actor, gameId: number, kindId: string, ...prices: number[]) {
  for (const _ of prices) await createCard(database.db, { ownerId: seller.id, gameId, kindId });
  const offers = prices.map((price) => ({ gameId, kindId, price, copies: 1 }));
  return (await sellCards(as(seller), { offers, key: randomUUID() })).itemIds;
}

const boughtBy = async ({ id }: Actor) =>
  (
    await database.db
      .select()
      .from(marketSales)
      .where(eq(marketSales.buyerId, id))
      .orderBy(asc(marketSales.id))
  ).map(({ kindId, price }) => [kindId, price]);
const heldBy = ({ id }: Actor, kindId: string) =>
  database.db.$count(cards, and(eq(cards.ownerId, id), eq(cards.kindId, kindId)));
const outcomesOf = ({ cards: turns }: Purchase) =>
  turns.map(({ kindId, outcome }) => [
    kindId,
    outcome && 'reason' in outcome ? outcome.reason : (outcome?.price ?? null),
  ]);

/** The database with something that happens right before each purchase reaches it. */
function beforeEachPurchase(purchase: () => Promise<void>): Database {
  const client = new Proxy(database.db.$client, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return async (statement: { name?: string }) => {
        if (statement.name === 'buy-market-item') await purchase();
        return target.query(statement as Parameters<typeof target.query>[0]);
      };
    },
  });
  return new Proxy(database.db, {
    get: (target, name) => (name === '$client' ? client : Reflect.get(target, name)),
  });
}

describe('buying the missing cards', () => {
  it('buys the cheapest of each, the cheapest card first, and says what there was none of', async () => {
    const { gameId, collector, seller } = await scene();
    await listed(seller, gameId, crown, 5_00, 3_00);
    await listed(seller, gameId, cat, 1_00);
    const purchase = await buyMissingCards(as(collector), {
      gameId,
      maximum: 10_00,
      key: randomUUID(),
    });
    expect(outcomesOf(purchase)).toEqual([
      [cat, 1_00],
      [crown, 3_00],
      [dog, 'not-for-sale'],
    ]);
    expect(purchase).toMatchObject({ spent: 4_00, maximum: 10_00 });
    expect(await boughtBy(collector)).toEqual([
      [cat, 1_00],
      [crown, 3_00],
    ]);
    expect(await ledgerFaults(database.db)).toEqual([]);
  });

  it('never buys from the collector, from another game, or what the collector has up for sale', async () => {
    const { gameId, collector, seller } = await scene();
    const other = await createGame(database.db);
    await listed(seller, other.id, crown, 1_00);
    await listed(collector, gameId, dog, 1_00);
    await listed(seller, gameId, dog, 1_00);
    const purchase = await buyMissingCards(as(collector), {
      gameId,
      maximum: 10_00,
      key: randomUUID(),
    });
    expect(outcomesOf(purchase).toSorted()).toEqual([
      [cat, 'not-for-sale'],
      [crown, 'not-for-sale'],
    ]);
  });

  it('stops at the highest total', async () => {
    const { gameId, collector, seller } = await scene();
    for (const kindId of [crown, cat, dog]) await listed(seller, gameId, kindId, 2_00);
    const purchase = await buyMissingCards(as(collector), {
      gameId,
      maximum: 5_99,
      key: randomUUID(),
    });
    expect(purchase.spent).toBe(4_00);
    expect(purchase.cards.at(-1)?.outcome).toEqual({
      reason: 'over-maximum',
      price: 2_00,
      left: 1_99,
    });
  });

  it('buys two of three with money for two', async () => {
    const { gameId, collector, seller } = await scene(4_50);
    for (const kindId of [crown, cat, dog]) await listed(seller, gameId, kindId, 2_00);
    const purchase = await buyMissingCards(as(collector), {
      gameId,
      maximum: 50_00,
      key: randomUUID(),
    });
    expect(purchase.spent).toBe(4_00);
    expect(purchase.cards.at(-1)?.outcome).toEqual({ reason: 'refused', code: 'not-enough-money' });
  });

  it('passes over a seller who cannot take the money', async () => {
    const { gameId, collector, seller } = await scene();
    const rich = await createPlayer(database.db);
    await moveMoney(database.db, {
      transferId: randomUUID(),
      kind: 'top-up',
      userId: rich.id,
      systemAccount: 'top-ups',
      amount: money.balanceMaxCents,
      subject: null,
      at: new Date('2026-01-02T00:00:00Z'),
    });
    await listed(rich, gameId, crown, 1_00);
    await listed(seller, gameId, crown, 2_00);
    await listed(rich, gameId, cat, 1_00);
    const purchase = await buyMissingCards(as(collector), {
      gameId,
      maximum: 50_00,
      key: randomUUID(),
    });
    const became = new Map(purchase.cards.map(({ kindId, outcome }) => [kindId, outcome]));
    expect(became.get(crown)).toMatchObject({ price: 2_00 });
    expect(became.get(cat)).toEqual({ reason: 'refused', code: 'seller-full' });
  });

  it('is not for guests, and refuses the form with another highest total', async () => {
    const { gameId, collector } = await scene();
    const guest = await createPlayer(database.db, { role: 'guest' });
    const form = { gameId, maximum: 10_00, key: randomUUID() };
    await expect(buyMissingCards(as(guest), form)).rejects.toMatchObject({
      code: 'guest-not-allowed',
    });
    await buyMissingCards(as(collector), form);
    await expect(buyMissingCards(as(collector), { ...form, maximum: 20_00 })).rejects.toMatchObject(
      { code: 'key-reused' },
    );
  });
});

describe('what changes while the missing cards are bought', () => {
  it('gives the last listing to one of two collectors and tells the other', async () => {
    const { gameId, collector, seller } = await scene();
    const rival = await createCollector(gameId, 100_00);
    await listed(seller, gameId, crown, 2_00);
    const purchases = await Promise.all(
      [collector, rival].map((buyer) =>
        buyMissingCards(as(buyer), { gameId, maximum: 10_00, key: randomUUID() }),
      ),
    );
    expect(purchases.map(({ spent }) => spent).toSorted()).toEqual([0, 2_00]);
    expect(await ledgerFaults(database.db)).toEqual([]);
  });

  it('goes on to the next cheapest when an item was sold meanwhile', async () => {
    const { gameId, collector, seller } = await scene();
    const rival = await createPlayer(database.db, { balance: 100_00 });
    await listed(seller, gameId, crown, 2_00, 3_00);
    let first = true;
    const db = beforeEachPurchase(async () => {
      if (!first) return;
      first = false;
      await buyMissingCards(as(rival), { gameId, maximum: 2_00, key: randomUUID() });
    });
    const purchase = await buyMissingCards(as(collector, { db }), {
      gameId,
      maximum: 10_00,
      key: randomUUID(),
    });
    expect(await boughtBy(rival)).toEqual([[crown, 2_00]]);
    expect(outcomesOf(purchase)[0]).toEqual([crown, 3_00]);
  });

  it('buys nothing at a price that rose above what is left', async () => {
    const { gameId, collector, seller } = await scene();
    await listed(seller, gameId, cat, 1_00);
    const [itemId = ''] = await listed(seller, gameId, crown, 2_00);
    let purchases = 0;
    const db = beforeEachPurchase(async () => {
      purchases += 1;
      if (purchases !== 2) return;
      await repriceMarketItem(as(seller), { itemId, price: 2_01, key: randomUUID() });
    });
    const purchase = await buyMissingCards(as(collector, { db }), {
      gameId,
      maximum: 3_00,
      key: randomUUID(),
    });
    expect(purchase.spent).toBe(1_00);
    expect(purchase.cards[1]).toMatchObject({
      kindId: crown,
      outcome: { reason: 'over-maximum', price: 2_01, left: 2_00 },
    });
  });
});

describe('the form sent again', () => {
  it('buys nothing more, also of what came up for sale since, and answers as the first', async () => {
    const { gameId, collector, seller } = await scene();
    await listed(seller, gameId, cat, 1_00, 1_00);
    const form = { gameId, maximum: 10_00, key: randomUUID() };
    const first = await buyMissingCards(as(collector), form);
    await listed(seller, gameId, crown, 1_00);
    await listed(seller, gameId, dog, 1_00);
    expect(await buyMissingCards(as(collector), form)).toEqual(first);
    expect(await boughtBy(collector)).toEqual([[cat, 1_00]]);
    expect(await getPurchase(as(collector), form.key)).toEqual(first);
    expect(await getPurchase(as(seller), form.key)).toBeNull();
  });

  it('completes after a crash between two cards, within the same highest total', async () => {
    const { gameId, collector, seller } = await scene();
    await listed(seller, gameId, cat, 1_00, 1_00);
    await listed(seller, gameId, crown, 2_00, 2_00);
    await listed(seller, gameId, dog, 3_00, 3_00);
    let purchases = 0;
    const db = beforeEachPurchase(async () => {
      purchases += 1;
      if (purchases === 2) throw new Error('The server is gone.');
    });
    const form = { gameId, maximum: 5_00, key: randomUUID() };
    await expect(buyMissingCards(as(collector, { db }), form)).rejects.toThrow(
      'The server is gone.',
    );
    expect(await boughtBy(collector)).toEqual([[cat, 1_00]]);
    expect(outcomesOf((await getPurchase(as(collector), form.key)) as Purchase)).toEqual([
      [cat, 1_00],
      [crown, null],
      [dog, null],
    ]);

    const purchase = await buyMissingCards(as(collector), form);
    expect(outcomesOf(purchase)).toEqual([
      [cat, 1_00],
      [crown, 2_00],
      [dog, 'over-maximum'],
    ]);
    expect(await heldBy(collector, cat)).toBe(1);
  });

  it('knows a purchase whose answer was lost', async () => {
    const { gameId, collector, seller } = await scene();
    await listed(seller, gameId, cat, 1_00, 1_00);
    const events = {
      publish() {
        throw new Error('The server is gone.');
      },
    };
    const form = { gameId, maximum: 5_00, key: randomUUID() };
    await expect(buyMissingCards(as(collector, { events }), form)).rejects.toThrow('is gone');
    const purchase = await buyMissingCards(as(collector), form);
    expect(outcomesOf(purchase)[0]).toEqual([cat, 1_00]);
    expect(await heldBy(collector, cat)).toBe(1);
  });

  it('spends no more when it comes ten times at once while prices change', async () => {
    const { gameId, collector, seller } = await scene();
    const rival = await createCollector(gameId, 100_00);
    const itemIds = [
      ...(await listed(seller, gameId, cat, 1_00, 1_10, 1_20, 1_30)),
      ...(await listed(seller, gameId, crown, 1_50, 1_60, 1_70, 1_80)),
      ...(await listed(seller, gameId, dog, 2_00, 2_10, 2_20, 2_30)),
    ];
    const form = { gameId, maximum: 4_00, key: randomUUID() };
    const [purchases] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => buyMissingCards(as(collector), form))),
      buyMissingCards(as(rival), { gameId, maximum: 50_00, key: randomUUID() }),
      Promise.allSettled(
        itemIds.map((itemId, place) =>
          repriceMarketItem(as(seller), { itemId, price: 1_00 + place * 20, key: randomUUID() }),
        ),
      ),
    ]);
    expect(purchases).toEqual(Array(10).fill(purchases[0]));
    const paid = (await boughtBy(collector)).reduce((sum, [, price]) => sum + Number(price), 0);
    expect(paid).toBe(purchases[0]?.spent);
    expect(paid).toBeLessThanOrEqual(4_00);
    for (const kindId of [crown, cat, dog]) {
      expect(await heldBy(collector, kindId)).toBeLessThanOrEqual(1);
    }
    const [wallet] = await database.db
      .select()
      .from(wallets)
      .where(eq(wallets.userId, collector.id));
    expect(wallet?.balance).toBe(100_00 - paid);
    expect(await ledgerFaults(database.db)).toEqual([]);
  });
});
