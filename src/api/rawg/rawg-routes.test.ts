import { beforeAll, describe, expect, test } from 'vitest';
import { readBundle } from '#catalog/read-bundle.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { defaultRawgGames } from '#test/fakes/rawg-games.ts';
import { createRawgResponse } from '#test/fakes/rawg-responses.ts';
import { rawgSchemas } from '#test/fakes/rawg-schemas.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { createRawgVisitor, type RawgList, type RawgNamed } from '#test/fixtures/rawg-visitor.ts';

const database = useDatabase();
const origin = 'http://localhost:3000';

const open = () => createRawgVisitor(database.db);

beforeAll(async () => {
  const clock = createClock();
  const folders = { catalogDirectory: 'catalog', artDirectory: 'public/art' };
  await importGames({ db: database.db, clock }, await readBundle(folders));
});

describe('responses have the same fields as RAWG’s responses', () => {
  const fake = (path: string) => {
    const url = new URL(`https://api.rawg.example/api/${path}`);
    const named = url.pathname.replace('/api/', '');
    return createRawgResponse(defaultRawgGames(), 'https://media.example', url, named).body;
  };
  const [theirs] = defaultRawgGames();
  const publisher = theirs?.publishers[0]?.slug;
  const developer = theirs?.developers[0]?.slug;

  test.each([
    ['the whole list', rawgSchemas.wholeList, 'games', 'games'],
    ['a page of it', rawgSchemas.wholeList, 'games?page=2', 'games?page=2&page_size=7'],
    ['a genre', rawgSchemas.filteredList, 'games?genres=action', 'games?genres=action'],
    ['a search', rawgSchemas.searchedList, 'games?search=velvet', 'games?search=portal'],
    ['nothing', rawgSchemas.searchedList, 'games?search=zzzz', 'games?search=zzzz'],
    ['a game', rawgSchemas.game, 'games/3498', 'games/3498'],
    ['a publisher', rawgSchemas.company, `publishers/${publisher}`, 'publishers/valve'],
    ['a developer', rawgSchemas.company, `developers/${developer}`, 'developers/valve'],
    ['no game', rawgSchemas.notFound, 'games/1', 'games/1'],
    ['no page', rawgSchemas.noPage, 'games?page=99', 'games?page=99'],
  ])('%s', async (_name, form, asked, askedOfUs) => {
    form.parse(fake(asked));
    form.parse(await open().ask(`/${askedOfUs}`));
  });

  test('every game of the catalogue has the fields of a RAWG game', async () => {
    const { ask, list } = open();
    const { results } = rawgSchemas.wholeList.parse(await list('page_size=40&page=3'));
    expect(results).toHaveLength(40);
    for (const { id } of results.slice(0, 10)) rawgSchemas.game.parse(await ask(`/games/${id}`));
  });
});

describe('lists of games', () => {
  test('have 20 games per page, at most 40, and next links with what they read and nothing else', async () => {
    const { list, ask } = open();
    expect((await list('')).results).toHaveLength(20);
    for (const size of ['400', '41', '40']) {
      expect((await list(`page_size=${size}`)).results).toHaveLength(40);
    }
    for (const size of ['0', '-3', 'many', '']) {
      expect((await list(`page_size=${size}`)).results).toHaveLength(20);
    }
    const first = await list('page_size=30&key=a-key&genres=action&ordering=-rating&odd=%C3%BC');
    expect(first.next).toBe(
      `${origin}/api/games?genres=action&ordering=-rating&page=2&page_size=30`,
    );
    expect(first.previous).toBeNull();
    const seen = first.results.map(({ id }) => id);
    for (let next = first.next; next !== null; ) {
      const page: RawgList = await ask(next.slice(`${origin}/api`.length));
      expect(page.count).toBe(first.count);
      expect(page.previous).toContain('genres=action');
      seen.push(...page.results.map(({ id }) => id));
      next = page.next;
    }
    expect(seen).toHaveLength(first.count);
    expect(new Set(seen).size).toBe(first.count);
  });

  test.each(['0', '-1', '1.5', 'last', '', '99', '1e1', '9'.repeat(40)])(
    'have no page %j',
    async (page) => {
      const response = await open().get(`/api/games?page=${page}`);
      expect([response.status, await response.json()]).toEqual([404, { detail: 'Invalid page.' }]);
    },
  );

  test('can be filtered by genre slugs, genre ids and several of them', async () => {
    const { list } = open();
    const counts = async (...queries: string[]) =>
      Promise.all(queries.map(async (query) => (await list(query)).count));
    const [rpg, byNumber] = await counts('genres=role-playing-games-rpg', 'genres=5');
    const [puzzle, both, all] = await counts('genres=puzzle', 'genres=5,puzzle', 'genres=');
    expect(byNumber).toBe(rpg);
    expect(both).toBeGreaterThan(Math.max(rpg ?? 0, puzzle ?? 0));
    expect(both).toBeLessThanOrEqual((rpg ?? 0) + (puzzle ?? 0));
    expect(all).toBe(298);
    const { results } = await list('genres=2&page_size=40');
    for (const { genres } of results) expect(genres.map(({ id }) => id)).toContain(2);
    expect(await counts('genres=nothing', 'genres=123456', 'genres=%00')).toEqual([0, 0, 0]);
  });

  test('can be filtered by the ids and slugs of companies in a game', async () => {
    const { ask, list } = open();
    const game =
      await ask<Record<'publishers' | 'developers', (RawgNamed & { games_count: number })[]>>(
        '/games/3498',
      );
    for (const kind of ['publishers', 'developers'] as const) {
      const [company] = game[kind];
      if (!company) throw new Error('Nobody made it.');
      const byNumber = await list(`${kind}=${company.id}`);
      expect(byNumber.count).toBe(company.games_count);
      expect(byNumber.results.map(({ id }) => id)).toContain(3498);
      expect((await list(`${kind}=nobody,${company.slug}`)).results).toEqual(byNumber.results);
      const itself = await ask<RawgNamed>(`/${kind}/${company.id}`);
      expect(itself).toMatchObject(company);
      expect(await ask(`/${kind}/${company.slug}`)).toEqual(itself);
      // The API also finds a company by its internal id, which its page in the shop has.
      expect(await ask(`/${kind}/${company.id + 500_000_000}`)).toEqual(itself);
      expect((await list(`${kind}=1,%00,x`)).count).toBe(0);
    }
  });

  test('have the best matches of a search first', async () => {
    const { names, list } = open();
    expect((await names('search=portal')).slice(0, 2)).toEqual(['Portal', 'Portal 2']);
    expect(await names('search=PORTAL&publishers=valve&ordering=-name')).toEqual([
      'Portal 2',
      'Portal',
    ]);
    expect(await names('search=portal&genres=racing')).toEqual([]);
    for (const odd of ['%00', '!!!', '%25', "'", 'a'.repeat(5_000)]) {
      expect((await list(`search=${odd}`)).count).toBeLessThan(298);
    }
  });

  test.each(['name', 'rating', 'released', 'added'])(
    'can be ordered by %s, ascending and descending',
    async (by) => {
      const { list, ask } = open();
      for (const narrowed of ['', 'search=the&', 'genres=action&']) {
        const ids = async (ordering: string) => {
          const all: number[] = [];
          let next: string | null = `/games?${narrowed}ordering=${ordering}&page_size=40`;
          while (next !== null) {
            const page: RawgList = await ask(next.replace(`${origin}/api`, ''));
            all.push(...page.results.map(({ id }) => id));
            next = page.next;
          }
          return all;
        };
        const up = await ids(by);
        expect(await ids(`-${by}`)).toEqual(up.toReversed());
        expect(new Set(up).size).toBe((await list(narrowed)).count);
      }
    },
  );

  test('have the default order if the ordering is unknown', async () => {
    const { names } = open();
    const usual = await names('');
    for (const odd of ['constructor', '-', '--name', 'id;drop', '__proto__']) {
      expect(await names(`ordering=${odd}`)).toEqual(usual);
    }
    expect(await names('ordering=-added')).toEqual(usual);
    expect((await names('ordering=name'))[0]).not.toBe(usual[0]);
    const newest = (await open().list('ordering=-released')).results.map(
      ({ released }) => released,
    );
    expect(newest).toEqual(newest.toSorted().toReversed());
  });
});

test('a game is found by its id and its slug, and the id wins', async () => {
  const id = 2_000_001;
  const slugged = generateGame({ slug: '3498', name: 'A Slug Like a Number' });
  const bundle = generateBundle({
    games: [generateGame({ id, slug: String(id + 1), name: 'Other' }), slugged],
  });
  await importGames({ db: database.db, clock: createClock() }, bundle);
  const { ask, get } = open();
  const game = await ask('/games/3498');
  expect(game).toMatchObject({
    slug: 'grand-theft-auto-v',
    released: '2013-09-17',
    metacritic: 92,
  });
  expect(await ask('/games/grand-theft-auto-v')).toEqual(game);
  expect(await ask('/games/grand-theft-auto-v/')).toEqual(game);
  expect(await ask(`/games/${id + 1}`)).toMatchObject({ id, name: 'Other' });
  const odd = [
    '0',
    '-1',
    '99999999999',
    '%00',
    '%F0',
    'a%2Fb',
    '3498/screenshots',
    'x'.repeat(500),
  ];
  for (const path of [...odd.map((name) => `games/${name}`), 'publishers/1', 'developers/']) {
    const response = await get(`/api/${path}`);
    expect([path, response.status, await response.json()]).toEqual([
      path,
      404,
      { detail: 'Not found.' },
    ]);
  }
});

test('texts of a game are HTML only where clients expect HTML', async () => {
  const made = generateGame({
    description: 'One & <b>two</b>\nlines\n\nNext',
    platforms: [{ name: 'PC', minimum: 'Memory: <4 GB' }, { name: 'Abacus 2' }],
    ratings: [{ title: 'meh', count: 3, percent: 60 }],
    genres: [{ slug: 'chess-like', name: 'Chess-like' }],
  });
  await importGames({ db: database.db, clock: createClock() }, generateBundle({ games: [made] }));
  const { ask, list } = open();
  const told = await ask<{ genres: RawgNamed[] }>(`/games/${made.id}`);
  expect(told).toMatchObject({
    description: '<p>One &amp; &lt;b&gt;two&lt;/b&gt;<br />lines</p>\n<p>Next</p>',
    description_raw: 'One & <b>two</b>\nlines\n\nNext',
    website: '',
    rating_top: 3,
    ratings: [{ id: 3, title: 'meh', count: 3, percent: 60 }],
    platforms: [
      { platform: { id: 4, slug: 'pc' }, requirements: { minimum: 'Memory: <4 GB' } },
      { platform: { name: 'Abacus 2', slug: 'abacus-2' }, requirements: {} },
    ],
  });
  // A genre that RAWG does not have can be requested by its derived id.
  const [genre] = told.genres;
  expect((await list(`genres=${genre?.id}`)).results.map(({ id }) => id)).toEqual([made.id]);
});
