import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { marketCardConstants } from '#shared/constants/market/market-cards.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { deleteSavedSearch, listSavedSearches, saveSearch } from './saved-searches.ts';

const database = useDatabase();

it('saved searches belong to one account, and the same query is saved once', async () => {
  const { db } = database;
  const [ctx, other] = [
    createTestCtx(db, { actor: await createPlayer(db) }),
    createTestCtx(db, { actor: await createPlayer(db) }),
  ];
  await saveSearch(ctx, { name: 'Cheap', query: 'max=1.00' });
  await saveSearch(ctx, { name: 'Rare', query: 'rarity=rare' });
  await saveSearch(ctx, { name: 'Under a dollar', query: 'max=1.00' });
  const saved = await listSavedSearches(ctx);
  expect(saved.map(({ name, query }) => [name, query])).toEqual([
    ['Under a dollar', 'max=1.00'],
    ['Rare', 'rarity=rare'],
  ]);
  const searchId = saved[0]?.id ?? '';
  await deleteSavedSearch(other, { searchId });
  expect(await listSavedSearches(ctx)).toHaveLength(2);
  await deleteSavedSearch(ctx, { searchId });
  expect(await listSavedSearches(ctx)).toMatchObject([{ name: 'Rare' }]);
  expect(await listSavedSearches(createTestCtx(db))).toEqual([]);
});

it('an account saves 20 searches at most, also with simultaneous forms', async () => {
  const { db } = database;
  const ctx = createTestCtx(db, { actor: await createPlayer(db) });
  const { searchesMax } = marketCardConstants;
  const results = await Promise.allSettled(
    Array.from({ length: searchesMax + 3 }, () =>
      saveSearch(ctx, { name: 'Search', query: `q=${randomUUID()}` }),
    ),
  );
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ reason: { code: 'search-limit' } });
  expect(await listSavedSearches(ctx)).toHaveLength(searchesMax);
});
