import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import { type GameOrder, gameOrders } from '#shared/constants/catalog/game-order.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { importGames } from './import-games.ts';
import { type GameQuery, listGames } from './list-games.ts';
import type { BundledGame } from './save-games.ts';

const database = useDatabase();
const puzzle = { slug: 'puzzle', name: 'Puzzle' };
const action = { slug: 'action', name: 'Action' };

// Many games have few different values, so each order has ties across pages.
const bundledGames: BundledGame[] = Array.from({ length: 90 }, (_, index) =>
  generateGame({
    name: `${index % 3 === 0 ? 'Blue Comet' : 'Red Comet'} ${index % 5}`,
    rating: (index % 7) / 2 + 1,
    ratingsCount: [0, 19, 20, 500][index % 4],
    released: index % 6 === 0 ? null : `20${10 + (index % 9)}-01-0${1 + (index % 2)}`,
    genres: index % 2 === 0 ? [puzzle, action] : [action],
  }),
);

beforeAll(async () => {
  await importGames(
    { db: database.db, clock: createClock() },
    generateBundle({ games: bundledGames }),
  );
});

const rated = ({ rating, ratingsCount }: BundledGame) =>
  (ratingsCount ?? 0) >= shopConstants.ratingsMinForRanking ? rating : rating - 5;

const compare: Record<GameOrder, (a: BundledGame, b: BundledGame) => number> = {
  relevance: (a, b) => (b.ratingsCount ?? 0) - (a.ratingsCount ?? 0),
  rating: (a, b) => rated(b) - rated(a),
  released: (a, b) => (b.released ?? '').localeCompare(a.released ?? ''),
  name: (a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)),
};

async function readAllPages(query: GameQuery): Promise<number[]> {
  const { total } = await listGames({ db: database.db }, query);
  const ids: number[] = [];
  for (
    let page = 1;
    page <= Math.ceil(total / (query.perPage ?? shopConstants.pageSize));
    page += 1
  ) {
    const { games } = await listGames({ db: database.db }, { ...query, page });
    ids.push(...games.map(({ id }) => id));
  }
  expect(ids).toHaveLength(total);
  return ids;
}

const filteredQueries: [GameQuery, (game: BundledGame) => boolean][] = [
  [{}, () => true],
  [{ genre: 'puzzle' }, ({ genres }) => genres.includes(puzzle)],
  [{ perPage: 37 }, () => true],
  [{ genre: 'puzzle', perPage: 10 }, ({ genres }) => genres.includes(puzzle)],
  [{ search: 'blue', perPage: 11 }, ({ name }) => name.startsWith('Blue')],
  [{ search: 'blue' }, ({ name }) => name.startsWith('Blue')],
  [{ search: 'comet', genre: 'puzzle' }, ({ genres }) => genres.includes(puzzle)],
];

describe.each(gameOrders)('the order by %s', (order) => {
  it.each(filteredQueries)(
    'orders all pages of %j and lists each game once',
    async (query, includes) => {
      const expected = bundledGames
        .filter(includes)
        .sort((a, b) => compare[order](a, b) || a.id - b.id);
      expect(await readAllPages({ ...query, order })).toEqual(expected.map(({ id }) => id));
    },
  );
});

describe('an order of more games than are counted', () => {
  const many = shopConstants.countMax + 100;
  const first48 = (order: GameOrder) =>
    Array.from({ length: 48 }, (_, n) => 2_000_000 + (order === 'name' ? n + 1 : many - n));

  beforeAll(async () => {
    await database.db.execute(sql`
      insert into games (id, slug, name, source)
      select 2000000 + n, 'zeppelin-' || n, 'Zeppelin', 'bundle'
      from generate_series(1, ${many}::integer) as n`);
    await database.db.execute(sql`
      insert into game_search (game_id, words, ratings_count, rated, released, genres)
      select 2000000 + n, ' zeppelin ' || to_char(n, '000000'), 20, n / 10000.0,
        date '1990-01-01' + n, '{}'
      from generate_series(1, ${many}::integer) as n`);
  });

  it.each(gameOrders.slice(1))('by %s applies to all matches, page after page', async (order) => {
    const pages = await Promise.all(
      [1, 2].map((page) => listGames({ db: database.db }, { search: 'zeppelin', order, page })),
    );
    expect(pages.map(({ total }) => total)).toEqual([
      shopConstants.countMax + 1,
      shopConstants.countMax + 1,
    ]);
    expect(pages.flatMap(({ games }) => games.map(({ id }) => id))).toEqual(first48(order));
  });
});
