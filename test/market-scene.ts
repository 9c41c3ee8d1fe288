import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { wallets } from '#db/schema.ts';
import type { Actor, Rules } from '#domain/context.ts';
import { sellCards } from '#domain/market/sell-card.ts';
import { Refusal } from '#shared/refusals.ts';
import { seeded } from '#starter/art/random.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
  ledgerFaults,
} from './factories.ts';

/** The kind that cards of a market scene are of. */
export const kindId = 'default-crown';

/** What `actor` acts with. */
export function actAs(db: Database, actor: Actor, rules: Partial<Rules> = {}) {
  const ctx = createTestCtx(db);
  return { ...ctx, actor, rules: { ...ctx.rules, ...rules } };
}

/** A game whose cards can be traded; answers its id. */
export async function createTradedGame(db: Database): Promise<number> {
  await createCardSets(db);
  return (await createGame(db)).id;
}

/** Cards of `seller`, each put up for sale at its price (cents); answers the listings. */
export async function createListings(
  db: Database,
  { seller, gameId, prices }: { seller: Actor; gameId: number; prices: readonly number[] },
): Promise<string[]> {
  for (const _ of prices) await createCard(db, { ownerId: seller.id, gameId, kindId });
  const offers = prices.map((price) => ({ gameId, kindId, price, copies: 1 }));
  return (await sellCards(actAs(db, seller), { offers, key: randomUUID() })).itemIds;
}

/** A listing of a seller of its own. */
export async function createListing(db: Database, price: number) {
  const seller = await createPlayer(db);
  const gameId = await createTradedGame(db);
  const [itemId = ''] = await createListings(db, { seller, gameId, prices: [price] });
  return { seller, gameId, itemId };
}

/** The balance (cents) as it is now. */
export async function balanceOf(db: Database, { id }: Pick<Actor, 'id'>): Promise<number> {
  const [wallet] = await db.select().from(wallets).where(eq(wallets.userId, id));
  return wallet?.balance ?? Number.NaN;
}

/** The codes of those that were refused. @throws what failed otherwise: that is never meant to happen. */
export function refusalsOf(results: readonly PromiseSettledResult<unknown>[]): string[] {
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    if (result.reason instanceof Refusal) return [result.reason.code];
    throw result.reason;
  });
}

/** The same chances for the same seed. */
export function byChance(seed: string) {
  const random = seeded(seed);
  const below = (end: number) => Math.floor(random.between(0, end));
  return {
    /** An integer of 0 to `end` - 1. */
    below,
    /** Starts all of `works` at once in an order of chance, each after some turns of the event loop. */
    atOnce(works: readonly (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
      const shuffled = works.map((work) => ({ work, at: random.between(0, 1), turns: below(8) }));
      shuffled.sort((a, b) => a.at - b.at);
      return Promise.allSettled(
        shuffled.map(async ({ work, turns }) => {
          for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
          return work();
        }),
      );
    },
  };
}

/** How many deadlocks Postgres had to break in this database so far. */
export async function deadlocks(db: Database): Promise<number> {
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const { rows } = await db.execute<{ deadlocks: number }>(
    sql`select deadlocks::integer from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.deadlocks ?? Number.NaN;
}

/** What breaks a rule of the economy, and forms that were left unanswered: none, in a sound database. */
export async function marketFaults(db: Database): Promise<unknown[]> {
  const keys = await db.execute(sql`select key from idempotency_keys where answer is null`);
  return [...(await ledgerFaults(db)), ...keys.rows];
}
