import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createKeyedQueue } from '#domain/lib/keyed-queue.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import {
  countDeadlocks,
  createListing,
  findMarketViolations,
  readBalance,
} from '#test/fixtures/market.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase({ max: 40 });

it('sells a listing to one of 50 buyers at the same time; the other 49 keep their money', async () => {
  const { db } = database;
  const before = await countDeadlocks(db);
  const { itemId, seller } = await createListing(db, 7_50);
  const web = createWeb(db, { market: { listingQueue: createKeyedQueue() } });
  const buyers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const actor = await createPlayer(db, { balance: 10_00 });
      return { actor, visitor: await createSignedInVisitor(web, actor.id) };
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
  const balances = await Promise.all(buyers.map(({ actor }) => readBalance(db, actor)));
  expect(balances.toSorted((a, b) => a - b)).toEqual([2_50, ...Array(49).fill(10_00)]);
  expect(await readBalance(db, seller)).toBe(7_50);
  expect(await findMarketViolations(db)).toEqual([]);
  expect(await countDeadlocks(db)).toBe(before);
});
