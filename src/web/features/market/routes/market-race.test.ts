import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createKeyedQueue } from '#domain/lib/keyed-queue.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { balanceOf, createListing, deadlocks, marketFaults } from '#test/fixtures/market.ts';
import { signedIn } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web.ts';

const database = useDatabase({ max: 40 });

it('lets one of 50 browsers buy; 49 are told, keep their money, and none meets an error', async () => {
  const { db } = database;
  const before = await deadlocks(db);
  const { itemId, seller } = await createListing(db, 7_50);
  const web = createWeb(db, { listingQueue: createKeyedQueue() });
  const buyers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const actor = await createPlayer(db, { balance: 10_00 });
      return { actor, visitor: await signedIn(web, actor.id) };
    }),
  );
  const answers = await Promise.all(
    buyers.map(({ visitor }) =>
      visitor.post('/community/market', { itemId, key: randomUUID() }, { Accept: 'text/html' }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 302)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expect(await textOf(answer)).toContain('This item is no longer available.');
  }
  const balances = await Promise.all(buyers.map(({ actor }) => balanceOf(db, actor)));
  expect(balances.toSorted((a, b) => a - b)).toEqual([2_50, ...Array(49).fill(10_00)]);
  expect(await balanceOf(db, seller)).toBe(7_50);
  expect(await marketFaults(db)).toEqual([]);
  expect(await deadlocks(db)).toBe(before);
});
