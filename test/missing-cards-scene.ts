import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { beforeAll } from 'vitest';
import type { Database } from '#db/client.ts';
import { cards, marketSales } from '#db/schema.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Actor, Ctx } from '#domain/context.ts';
import type { Purchase } from '#domain/market/missing-cards-report.ts';
import { sellCards } from '#domain/market/sell-card.ts';
import { useDatabase } from './database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from './factories.ts';

/** Three cards of the set that most games share; a collector has the other six. */
export const crown = 'default-crown';
export const cat = 'default-cat';
export const dog = 'default-dog';
const others = ['boring', 'laugh', 'smile', 'pistol', 'hand-grenade', 'shotgun'];

/** What became of each card of a purchase, in a word or in cents. */
export const outcomesOf = ({ cards: turns }: Purchase) =>
  turns.map(({ kindId, outcome }) => [
    kindId,
    outcome && 'reason' in outcome ? outcome.reason : (outcome?.price ?? null),
  ]);

/** Collectors of the set, sellers of what they lack; called at the top of a suite. */
export function useMissingCards() {
  const database = useDatabase({ max: 60 });

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
  /** The database with something that happens right before each purchase reaches it. */
  function beforeEachPurchase(purchase: () => Promise<void>): Database {
    const { db } = database;
    const transaction: Database['transaction'] = (work, config) =>
      db.transaction((tx) => work(withPurchase(tx, purchase)), config);
    return new Proxy(db, {
      get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
    });
  }

  return { database, as, scene, createCollector, listed, boughtBy, heldBy, beforeEachPurchase };
}

/** A transaction with something that happens right before a purchase reaches the database. */
function withPurchase(tx: Transaction, purchase: () => Promise<void>): Transaction {
  const client = new Proxy(tx.$client, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return async (statement: { name?: string }) => {
        if (statement.name === 'buy-market-item') await purchase();
        return target.query(statement as Parameters<typeof target.query>[0]);
      };
    },
  });
  return new Proxy(tx, {
    get: (target, name) => (name === '$client' ? client : Reflect.get(target, name)),
  });
}
