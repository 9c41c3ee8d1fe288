import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { catalogImports, gameSearch, games } from '#database/schema.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { ownsGame } from '#domain/game-library/owns-game.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { getDeveloper } from '../companies/get-developer.ts';
import { getPublisher } from '../companies/get-publisher.ts';
import { getGame } from './get-game.ts';
import { importGames } from './import-games.ts';
import { listGames } from './list-games.ts';

const database = useDatabase();
const clock = createClock();
const company = (id: number, name: string) => ({
  id,
  slug: `c-${id}`,
  name,
  description: `On ${name}.`,
});

const run = (bundle: Parameters<typeof importGames>[1]) =>
  importGames({ db: database.db, clock }, bundle);

describe('importing the catalog', () => {
  it('stores everything that a game page shows', async () => {
    const game = generateGame({
      name: 'Whole Game',
      released: '2011-04-18',
      rating: 4.6,
      ratings: [{ title: 'exceptional', count: 7, percent: 70 }],
      ratingsCount: 10,
      platforms: [{ name: 'PC', minimum: 'A computer' }, { name: 'Linux' }],
      genres: [
        { slug: 'puzzle', name: 'Puzzle' },
        { slug: 'action', name: 'Action' },
      ],
      developerIds: [1_100_000_002, 1_100_000_001],
      publisherIds: [1_000_000_001],
      website: 'https://example.test/',
      description: 'All there.',
      cover: '/art/cover.svg',
      scene: '/art/scene.svg',
    });
    await run(
      generateBundle({
        games: [game],
        developers: [company(1_100_000_001, 'Second'), company(1_100_000_002, 'First')],
        publishers: [company(1_000_000_001, 'House')],
      }),
    );
    expect(await getGame({ db: database.db }, game.id)).toEqual({
      id: game.id,
      name: 'Whole Game',
      minimumAge: 0,
      released: '2011-04-18',
      rating: expect.closeTo(4.6, 5),
      ratings: game.ratings,
      ratingsCount: 10,
      platforms: game.platforms,
      genres: game.genres,
      description: 'All there.',
      website: 'https://example.test/',
      ageRating: null,
      links: [
        { label: 'Website', url: 'https://example.test/' },
        { label: 'Streams', url: 'https://www.twitch.tv/directory/category/whole-game' },
        { label: 'Videos', url: 'https://www.youtube.com/results?search_query=Whole%20Game' },
      ],
      backgroundImage: '/art/cover.svg',
      backgroundImageAdditional: '/art/scene.svg',
      pictures: [],
      pictureTexts: {},
      publishers: [{ id: 1_000_000_001, name: 'House' }],
      developers: [
        { id: 1_100_000_002, name: 'First' },
        { id: 1_100_000_001, name: 'Second' },
      ],
    });
  });

  it('does nothing the second time and imports a new version', async () => {
    const game = generateGame({ name: 'Before' });
    const bundle = generateBundle({ games: [game] });
    expect(await run(bundle)).toBe(true);
    expect(await run(bundle)).toBe(false);
    expect(await run(generateBundle({ games: [{ ...game, name: 'Afterwards' }] }))).toBe(true);
    expect((await getGame({ db: database.db }, game.id)).name).toBe('Afterwards');
    expect((await listGames({ db: database.db }, { search: 'before' })).total).toBe(0);
    expect((await listGames({ db: database.db }, { search: 'afterwards' })).total).toBe(1);
  });

  it('runs once when several nodes start together', async () => {
    const bundle = generateBundle({ games: Array.from({ length: 50 }, () => generateGame()) });
    const done = await Promise.all(Array.from({ length: 8 }, () => run(bundle)));
    expect(done.filter(Boolean)).toHaveLength(1);
    const rows = await database.db.select().from(catalogImports);
    expect(rows).toHaveLength(1);
  });

  it('stores nothing of a bundle that fails half-way', async () => {
    const good = generateGame();
    const broken = generateGame({ publisherIds: [1_999_999_999] });
    const bundle = generateBundle({ games: [good, broken] });
    await expect(run(bundle)).rejects.toThrow();
    await expect(getGame({ db: database.db }, good.id)).rejects.toMatchObject({
      code: 'game-not-found',
    });
    expect(await run({ ...bundle, games: [good] })).toBe(true);
  });

  it('keeps owned games and the data of the catalog provider', async () => {
    const owned = generateGame({ name: 'Owned for ever' });
    const fresher = generateGame({ name: 'As bundled', publisherIds: [1_000_000_009] });
    const house = company(1_000_000_009, 'Old House');
    await run(generateBundle({ games: [owned, fresher], publishers: [house] }));
    const actor = await createPlayer(database.db, { balance: 20_00 });
    const ctx = createTestCtx(database.db, { actor });
    await buyGame(ctx, { gameId: owned.id, key: crypto.randomUUID(), price: 9_99 });
    await database.db
      .update(games)
      .set({ source: 'games-database', name: 'As told' })
      .where(eq(games.id, fresher.id));

    await run(generateBundle({ games: [fresher], publishers: [house] }));
    expect(await ownsGame(ctx, owned.id)).toBe(true);
    expect((await getGame(ctx, owned.id)).name).toBe('Owned for ever');
    expect(await getGame(ctx, fresher.id)).toMatchObject({
      name: 'As told',
      publishers: [{ name: 'Old House' }],
    });
  });

  it('adds every bundled game to the search', async () => {
    const missing = await database.db
      .select({ id: games.id })
      .from(games)
      .leftJoin(gameSearch, eq(gameSearch.gameId, games.id))
      .where(sql`${gameSearch.gameId} is null`);
    expect(missing).toEqual([]);
  });
});

describe('a publisher and a developer', () => {
  it('list their games in pages, the most rated first', async () => {
    const all = Array.from({ length: 25 }, (_, index) =>
      generateGame({
        ratingsCount: index,
        publisherIds: [1_000_000_100],
        developerIds: [1_100_000_100],
      }),
    );
    await run(
      generateBundle({
        games: all,
        publishers: [company(1_000_000_100, 'Many')],
        developers: [company(1_100_000_100, 'Makers')],
      }),
    );
    const ctx = { db: database.db };
    for (const read of [
      (page: number) => getPublisher(ctx, { id: 1_000_000_100, page }),
      (page: number) => getDeveloper(ctx, { id: 1_100_000_100, page }),
    ]) {
      const [first, second] = await Promise.all([read(1), read(2)]);
      expect(first.total).toBe(25);
      expect(first.games.map(({ id }) => id)).toEqual(
        all
          .toReversed()
          .slice(0, 24)
          .map(({ id }) => id),
      );
      expect(second.games.map(({ id }) => id)).toEqual([all[0]?.id]);
    }
    expect((await getPublisher(ctx, { id: 1_000_000_100, page: 1 })).description).toBe('On Many.');
  });

  it('are not found when they are unknown', async () => {
    const ctx = { db: database.db };
    await expect(getPublisher(ctx, { id: 5, page: 1 })).rejects.toMatchObject({ status: 404 });
    await expect(getDeveloper(ctx, { id: 5, page: 1 })).rejects.toMatchObject({ status: 404 });
  });
});
