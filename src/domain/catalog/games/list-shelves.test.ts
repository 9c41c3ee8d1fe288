import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gameOwners, games } from '#database/schema.ts';
import { shelfConstants } from '#shared/constants/catalog/catalog.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { importGames } from './import-games.ts';
import { listShelves } from './list-shelves.ts';
import type { BundledGame } from './save-games.ts';

const database = useDatabase();

beforeEach(async () => {
  await database.db.delete(games);
});

async function importCatalog(...bundledGames: BundledGame[]) {
  await importGames(
    { db: database.db, clock: createClock() },
    generateBundle({ games: bundledGames }),
  );
}

/** The shelves, without a context as a process with empty caches reads them. */
const shelves = (ctx = createTestCtx(database.db)) => listShelves(ctx);
const names = (list: { name: string }[]) => list.map(({ name }) => name);

describe('the shelves', () => {
  it('show the newest released, the best rated and the most owned games', async () => {
    const old = generateGame({
      name: 'Old',
      released: '1998-01-01',
      rating: 4.9,
      ratingsCount: 500,
    });
    const fresh = generateGame({
      name: 'Fresh',
      released: '2026-03-14',
      rating: 5,
      ratingsCount: 3,
    });
    const coming = generateGame({
      name: 'Coming',
      released: '2026-03-15',
      rating: 0,
      ratingsCount: 0,
    });
    const someday = generateGame({ name: 'Someday', released: null, rating: 4, ratingsCount: 40 });
    await importCatalog(old, fresh, coming, someday);
    expect((await shelves()).mostOwned).toEqual([]);

    await database.db.insert(gameOwners).values([
      { gameId: coming.id, owners: 2 },
      { gameId: old.id, owners: 7 },
    ]);
    const { newest, bestRated, mostOwned } = await shelves();
    expect(names(newest)).toEqual(['Fresh', 'Old']);
    expect(names(bestRated)).toEqual(['Old', 'Someday']);
    expect(mostOwned.map(({ name, owners }) => [name, owners])).toEqual([
      ['Old', 7],
      ['Coming', 2],
    ]);
    expect(bestRated[0]).toEqual({
      id: old.id,
      name: 'Old',
      released: '1998-01-01',
      rating: expect.closeTo(4.9, 5),
      backgroundImage: null,
    });
  });

  it('have at most the size of a shelf', async () => {
    await importCatalog(...Array.from({ length: 30 }, () => generateGame({ ratingsCount: 90 })));
    const { newest, bestRated } = await shelves();
    expect([newest.length, bestRated.length]).toEqual([shelfConstants.size, shelfConstants.size]);
  });

  it('preview the genres that have games, without showing a game for two of them', async () => {
    const both = [
      { slug: 'indie', name: 'Indie' },
      { slug: 'puzzle', name: 'Puzzle' },
    ];
    await importCatalog(
      ...Array.from({ length: 5 }, (_, n) =>
        generateGame({ genres: both, ratingsCount: 100 - n, cover: `/art/both-${n}.svg` }),
      ),
      generateGame({ genres: both.slice(0, 1), ratingsCount: 1, cover: '/art/indie.svg' }),
      generateGame({ genres: [{ slug: 'sports', name: 'Sports' }], cover: '/art/sports.svg' }),
    );
    expect((await shelves()).genres).toEqual([
      {
        slug: 'indie',
        name: 'Indie',
        total: 6,
        covers: ['/art/both-3.svg', '/art/both-4.svg', '/art/indie.svg'],
      },
      {
        slug: 'puzzle',
        name: 'Puzzle',
        total: 5,
        covers: ['/art/both-0.svg', '/art/both-1.svg', '/art/both-2.svg'],
      },
    ]);
  });

  it('are empty without a catalog', async () => {
    expect(await shelves()).toEqual({ newest: [], bestRated: [], mostOwned: [], genres: [] });
  });
});

describe('cached shelves', () => {
  it('are read once for simultaneous requests, and again after a minute', async () => {
    await importCatalog(generateGame({ name: 'First' }));
    const reads = vi.spyOn(database.db.$client, 'query');
    const ctx = createTestCtx(database.db);
    try {
      const results = await Promise.all([shelves(ctx), shelves(ctx), shelves(ctx)]);
      expect(results.map(({ newest }) => names(newest))).toEqual([['First'], ['First'], ['First']]);
      expect(reads).toHaveBeenCalledTimes(1);

      await importCatalog(generateGame({ name: 'Second', released: '2021-01-01' }));
      ctx.testClock.advance(shelfConstants.freshMs - 1);
      expect(names((await shelves(ctx)).newest)).toEqual(['First']);
      ctx.testClock.advance(1);
      expect(names((await shelves(ctx)).newest)).toEqual(['Second', 'First']);
    } finally {
      reads.mockRestore();
    }
  });

  it('are read again after a failure', async () => {
    await importCatalog(generateGame({ name: 'There' }));
    const ctx = createTestCtx(database.db);
    const reads = vi
      .spyOn(database.db.$client, 'query')
      .mockRejectedValueOnce(new Error('away') as never);
    try {
      await expect(shelves(ctx)).rejects.toThrow('away');
      expect(names((await shelves(ctx)).newest)).toEqual(['There']);
    } finally {
      reads.mockRestore();
    }
  });
});
