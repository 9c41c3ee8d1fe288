import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import {
  actAs,
  balanceOf,
  createListing,
  errorCodesOf,
  marketFaults,
} from '#test/fixtures/market.ts';
import { buyListing } from '../market/buy-listing.ts';
import { createKeyedQueue } from './keyed-queue.ts';

const database = useDatabase();

describe('a line in front of a listing', () => {
  it('lets one of a crowd buy, on each of two nodes at once', async () => {
    const { db } = database;
    const nodes = [createKeyedQueue(), createKeyedQueue()];
    const { itemId, seller } = await createListing(db, 5_00);
    const crowd = await Promise.all(
      Array.from({ length: 30 }, (_, index) => createPlayer(db, { balance: index < 3 ? 0 : 5_00 })),
    );
    const results = await Promise.allSettled(
      crowd.map((buyer, index) => {
        const turns = nodes[index % 2] ?? createKeyedQueue();
        return buyListing(
          { ...actAs(db, buyer), listingQueue: turns },
          { itemId, key: randomUUID() },
        );
      }),
    );
    // Who has not the money does not keep the others from it.
    const refusals = errorCodesOf(results);
    expect(refusals).toHaveLength(29);
    expect(new Set(refusals)).toEqual(new Set(['not-enough-money', 'item-gone']));
    expect(await balanceOf(db, seller)).toBe(5_00);
    expect(await marketFaults(db)).toEqual([]);
  });

  it('answers a repeated form as the first, and refuses its key for another listing', async () => {
    const { db } = database;
    const turns = createKeyedQueue();
    const [one, two] = await Promise.all([createListing(db, 5_00), createListing(db, 5_00)]);
    const buyer = await createPlayer(db, { balance: 20_00 });
    const ctx = { ...actAs(db, buyer), listingQueue: turns };
    const form = { itemId: one.itemId, key: randomUUID() };
    const results = await Promise.all(Array.from({ length: 5 }, () => buyListing(ctx, form)));
    expect(results).toEqual(Array(5).fill({ itemId: one.itemId }));
    await expect(buyListing(ctx, { ...form, itemId: two.itemId })).rejects.toMatchObject({
      code: 'key-reused',
    });
  });

  it('goes on when a try fails, whatever the failure', async () => {
    const turns = createKeyedQueue();
    const tries: boolean[] = [];
    const failing = (error: Error) => async (gone: boolean) => {
      tries.push(gone);
      throw error;
    };
    const results = await Promise.allSettled([
      turns.take('item', failing(new AppError('not-enough-money'))),
      turns.take('item', failing(new Error('The connection broke.'))),
      turns.take('item', async (gone) => tries.push(gone)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(tries).toEqual([false, false, false]);
    expect(await turns.take('item', async (gone) => gone)).toBe(false);
  });
});
