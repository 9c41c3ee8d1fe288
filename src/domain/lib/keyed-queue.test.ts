import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, overrideCtx } from '#test/fixtures/factories.ts';
import {
  createActorCtx,
  createListing,
  errorCodesOf,
  findMarketViolations,
  readBalance,
} from '#test/fixtures/market.ts';
import { buyListing } from '../market/buy-listing.ts';
import { getSiteSettings } from '../site/read-site-settings.ts';
import { createKeyedQueue } from './keyed-queue.ts';

const database = useDatabase();

describe('the queue of the buyers of one listing', () => {
  it('lets one of many buyers buy, on each of two nodes at once', async () => {
    const { db } = database;
    const nodes = [createKeyedQueue(), createKeyedQueue()];
    const { itemId, seller } = await createListing(db, 5_00);
    const crowd = await Promise.all(
      Array.from({ length: 30 }, (_, index) => createPlayer(db, { balance: index < 3 ? 0 : 5_00 })),
    );
    const buyers = crowd.map((buyer, index) => {
      const queue = nodes[index % 2] ?? createKeyedQueue();
      return overrideCtx(createActorCtx(db, buyer), { market: { listingQueue: queue } });
    });
    // With the settings in their caches the buyers queue in this order.
    await Promise.all(buyers.map((ctx) => getSiteSettings(ctx)));
    const results = await Promise.allSettled(
      buyers.map((ctx) => buyListing(ctx, { itemId, key: randomUUID() })),
    );
    // A buyer without enough money does not keep the others from buying.
    const errorCodes = errorCodesOf(results);
    expect(errorCodes).toHaveLength(29);
    expect(new Set(errorCodes)).toEqual(new Set(['not-enough-money', 'item-gone']));
    expect(await readBalance(db, seller)).toBe(5_00);
    expect(await findMarketViolations(db)).toEqual([]);
  });

  it('gives a repeated form the first answer, and rejects its key for another listing', async () => {
    const { db } = database;
    const queue = createKeyedQueue();
    const [one, two] = await Promise.all([createListing(db, 5_00), createListing(db, 5_00)]);
    const buyer = await createPlayer(db, { balance: 20_00 });
    const ctx = overrideCtx(createActorCtx(db, buyer), { market: { listingQueue: queue } });
    const form = { itemId: one.itemId, key: randomUUID() };
    const results = await Promise.all(Array.from({ length: 5 }, () => buyListing(ctx, form)));
    expect(results).toEqual(Array(5).fill({ itemId: one.itemId }));
    await expect(buyListing(ctx, { ...form, itemId: two.itemId })).rejects.toMatchObject({
      code: 'key-reused',
    });
  });

  it('continues after any failure', async () => {
    const queue = createKeyedQueue();
    const tries: boolean[] = [];
    const failing = (error: Error) => async (gone: boolean) => {
      tries.push(gone);
      throw error;
    };
    const results = await Promise.allSettled([
      queue.take('item', failing(new AppError('not-enough-money'))),
      queue.take('item', failing(new Error('The connection broke.'))),
      queue.take('item', async (gone) => tries.push(gone)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(tries).toEqual([false, false, false]);
    expect(await queue.take('item', async (gone) => gone)).toBe(false);
  });
});
