// Parts of words: cspell:ignore rtal
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { importGames } from './import-games.ts';
import { listGames } from './list-games.ts';

const database = useDatabase();
const names = async (query: Parameters<typeof listGames>[1]) =>
  (await listGames({ db: database.db }, query)).games.map(({ name }) => name);

const indie = [{ slug: 'indie', name: 'Indie' }];

beforeAll(async () => {
  const named = [
    ['Portal', 10],
    ['Portal 2', 30],
    ['Bridge Constructor Portal', 500],
    ['Teleportal', 900],
    ['Portal Knights', 40],
    ['Half-Life 2', 800],
    ["Assassin's Creed", 700],
    ['Pokémon Snap', 20],
    ['Ведьмак', 15],
    ['ＦＵＬＬ Width', 14],
    ['100% Orange Juice', 13],
    ['Snake_Case', 12],
    ['Back\\Slash', 11],
    ['Ox', 5],
    ['Oxenfree', 60],
    ['Night in the Ox', 70],
    ['Box', 80],
    ['Q', 1],
    ['1001 Nights™', 9],
  ] as const;
  await importGames(
    { db: database.db, clock: createClock() },
    generateBundle({
      games: named.map(([name, ratingsCount]) =>
        generateGame({ name, ratingsCount, ...(name === 'Portal 2' && { genres: indie }) }),
      ),
    }),
  );
});

describe('the shop list', () => {
  it('lists the most rated games first', async () => {
    expect((await names({})).slice(0, 3)).toEqual([
      'Teleportal',
      'Half-Life 2',
      "Assassin's Creed",
    ]);
  });

  it('returns only what a card shows', async () => {
    const { games, total } = await listGames({ db: database.db }, { search: 'oxenfree' });
    expect(total).toBe(1);
    expect(games).toEqual([
      {
        id: expect.any(Number),
        name: 'Oxenfree',
        released: '2020-02-03',
        rating: 3.5,
        backgroundImage: null,
      },
    ]);
  });

  it('orders matches: the exact name, beginnings of names, beginnings of words, others', async () => {
    expect(await names({ search: 'portal' })).toEqual([
      'Portal',
      'Portal Knights',
      'Portal 2',
      'Bridge Constructor Portal',
      'Teleportal',
    ]);
  });

  it.each([
    ['PORTAL 2', 'Portal 2'],
    ['half life', 'Half-Life 2'],
    ['alf-lif', 'Half-Life 2'],
    ['assassins', "Assassin's Creed"],
    ["assassin's", "Assassin's Creed"],
    ['pokemon', 'Pokémon Snap'],
    ['POKÉ', 'Pokémon Snap'],
    ['ВЕДЬМ', 'Ведьмак'],
    ['едь', 'Ведьмак'],
    ['full', 'ＦＵＬＬ Width'],
    ['0% ora', '100% Orange Juice'],
    ['100%', '100% Orange Juice'],
    ['e_c', 'Snake_Case'],
    ['1 nights', '1001 Nights™'],
    ['k\\s', 'Back\\Slash'],
    ['  night   in ', 'Night in the Ox'],
  ])('finds %j', async (search, name) => {
    expect(await names({ search })).toEqual([name]);
  });

  it.each(['%', '_', '\\', '%%%', '___', 'p%l', 'p_rtal', '!?', "'", '"', "' or 1=1 --", '100_'])(
    'searches %j literally, not as a pattern or SQL',
    async (search) => {
      expect(await listGames({ db: database.db }, { search })).toEqual({ games: [], total: 0 });
    },
  );

  it('finds one or two characters only at the beginning of words', async () => {
    expect(await names({ search: 'ox' })).toEqual(['Ox', 'Oxenfree', 'Night in the Ox']);
    expect(await names({ search: 'q' })).toEqual(['Q']);
    expect(await names({ search: 'x' })).toEqual([]);
    expect(await names({ search: 'В' })).toEqual(['Ведьмак']);
  });

  it('filters by genre with and without a search', async () => {
    expect(await names({ genre: 'indie' })).toEqual(['Portal 2']);
    expect(await names({ genre: 'indie', search: 'portal' })).toEqual(['Portal 2']);
    expect(await listGames({ db: database.db }, { genre: 'nonsense' })).toEqual({
      games: [],
      total: 0,
    });
  });

  it('has an empty page with the total beyond the end', async () => {
    expect(await listGames({ db: database.db }, { search: 'portal', page: 7 })).toEqual({
      games: [],
      total: 5,
    });
  });
});

describe('a list of more games than are counted', () => {
  const made = shopConstants.countMax + 100;

  beforeAll(async () => {
    await database.db.execute(sql`
      insert into games (id, slug, name, source, ratings_count)
      select 2000000 + n, 'zeppelin-' || n, 'Big Zeppelin ' || n, 'bundle', n
      from generate_series(1, ${made}::integer) as n`);
    await database.db.execute(sql`
      insert into game_search (game_id, words, ratings_count, genres)
      select id, ' ' || lower(name), ratings_count, '{}' from games where id > 2000000`);
    await database.db.execute(sql`
      update game_search set words = ' zeppelin' where game_id = 2000001`);
  });

  it.each([{}, { search: 'zeppelin' }, { search: 'ze' }, { search: 'z' }])(
    'stops counting for %j',
    async (query) => {
      const { total, games } = await listGames({ db: database.db }, query);
      expect(total).toBe(shopConstants.countMax + 1);
      expect(games).toHaveLength(shopConstants.pageSize);
    },
  );

  it('has the exact name first, then the most rated, in the same order on every page', async () => {
    const first = await listGames({ db: database.db }, { search: 'zeppelin' });
    const second = await listGames({ db: database.db }, { search: 'zeppelin', page: 2 });
    const expected = [2_000_001, ...Array.from({ length: 47 }, (_, n) => 2_000_000 + made - n)];
    expect([...first.games, ...second.games].map(({ id }) => id)).toEqual(expected);
  });
});
