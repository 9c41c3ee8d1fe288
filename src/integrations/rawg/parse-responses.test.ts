import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCompany, parseGameDetails, parseGameList } from './parse-responses.ts';

const least = { id: 7, slug: 'least', name: 'Least' };
const listOf = (...results: unknown[]) => parseGameList({ count: results.length, results }, 40);
const firstOf = (game: object) => listOf(game)?.games[0];

describe('a list', () => {
  test('a game needs only an id, a name and a slug', () => {
    expect(firstOf(least)).toEqual({
      ...least,
      released: null,
      rating: 0,
      ratings: [],
      ratingsCount: null,
      metacritic: null,
      platforms: [],
      genres: [],
      backgroundImage: null,
    });
  });

  test('an invalid game is left out, not the list', () => {
    const bad = [
      ...[null, 7, 'text', [], {}],
      ...[0, -1, 1.5, 2_147_483_648, '7', null].map((id) => ({ ...least, id })),
      ...['', ' \u0000 ', null, 5].map((name) => ({ ...least, name })),
      { ...least, slug: undefined },
    ];
    const list = listOf(...bad, least);
    expect(list?.games.map(({ id }) => id)).toEqual([7]);
    expect(list?.leftOut).toBe(bad.length);
  });

  test('a game that comes twice is listed once', () => {
    expect(listOf(least, { ...least, name: 'Again' })?.games.map(({ name }) => name)).toEqual([
      'Least',
    ]);
  });

  test('is no longer than requested, and its count fits the database', () => {
    const games = Array.from({ length: 50 }, (_, index) => ({ ...least, id: index + 1 }));
    expect(parseGameList({ count: 9e12, results: games }, 40)).toMatchObject({
      total: 2_147_483_647,
    });
    expect(parseGameList({ count: 9e12, results: games }, 40)?.games).toHaveLength(40);
    expect(parseGameList({ count: 'many', results: games }, 3)?.total).toBe(3);
    expect(parseGameList({ results: [least] }, 3)?.total).toBe(1);
  });

  test.each([[null], [[]], ['text'], [{}], [{ results: null }], [{ results: {} }]])(
    '%j is not a list',
    (body) => {
      expect(parseGameList(body, 40)).toBeNull();
    },
  );
});

describe('a game', () => {
  test('texts are plain and limited in length', () => {
    const game = firstOf({ ...least, name: `Gu\u0000ild\ud800${'x'.repeat(300)}` });
    expect(game?.name).toBe(`Guild${'x'.repeat(195)}`);
  });

  test.each([
    ['2013-09-17', '2013-09-17'],
    ['2013-02-30', null],
    ['0000-01-01', null],
    ['17.9.2013', null],
    ['', null],
    [20130917, null],
  ])('the release date %j is read as %j', (released, expected) => {
    expect(firstOf({ ...least, released })?.released).toBe(expected);
  });

  test.each([
    [{ rating: 4.47 }, { rating: 4.47 }],
    [{ rating: -1 }, { rating: 0 }],
    [{ rating: 6 }, { rating: 0 }],
    [{ rating: null }, { rating: 0 }],
    [{ metacritic: 101 }, { metacritic: null }],
    [{ metacritic: '92' }, { metacritic: null }],
    [{ ratings_count: -5 }, { ratingsCount: null }],
    [{ ratings_count: 6833 }, { ratingsCount: 6833 }],
  ])('%j is stored as %j', (raw, expected) => {
    expect(firstOf({ ...least, ...raw })).toMatchObject(expected);
  });

  test('its ratings come most frequent first, without invalid ones', () => {
    const ratings = [
      { id: 1, title: 'skip', count: 128, percent: 1.84 },
      { title: 'meh', count: 1, percent: 140 },
      { id: 5, title: 'exceptional', count: 4099, percent: 59.07 },
      null,
    ];
    expect(firstOf({ ...least, ratings })?.ratings).toEqual([
      { title: 'exceptional', count: 4099, percent: 59.07 },
      { title: 'skip', count: 128, percent: 1.84 },
    ]);
    for (const odd of [{}, null, 'none', { 5: ratings[0] }]) {
      expect(firstOf({ ...least, ratings: odd })?.ratings).toEqual([]);
    }
  });

  test('the requirements of its platforms are read from both places, in every form', () => {
    const platform = { id: 4, name: 'PC', slug: 'pc' };
    const platforms = [
      { platform, requirements: { minimum: 'Minimum:OS: 10<br>Memory: 4 GB', recommended: '' } },
      { platform, requirements_en: { recommended: '<strong>Recommended:</strong><br>8 GB' } },
      { platform, requirements: [] },
      { platform, requirements: {}, requirements_en: null },
      { platform, requirements: { minimum: 5 } },
      { platform },
      { platform: null },
    ];
    expect(firstOf({ ...least, platforms })?.platforms).toEqual([
      { name: 'PC', minimum: 'OS: 10\nMemory: 4 GB' },
      { name: 'PC', recommended: '8 GB' },
      { name: 'PC' },
      { name: 'PC' },
      { name: 'PC' },
      { name: 'PC' },
    ]);
  });

  test.each([
    ['https://media.example/a.jpg', 'https://media.example/a.jpg'],
    ['http://media.example/a.jpg?key=secret&w=2', 'http://media.example/a.jpg?w=2'],
    ['javascript:alert(1)', null],
    ['data:image/png;base64,AA', null],
    ['//media.example/a.jpg', null],
    ['https://me:secret@media.example/a.jpg', null],
    ['', null],
    [{}, null],
  ])('the URL %j is stored as %j', (raw, expected) => {
    expect(firstOf({ ...least, background_image: raw })?.backgroundImage).toBe(expected);
    expect(parseGameDetails({ ...least, website: raw })?.website).toBe(expected);
  });

  test('a URL that is too long is dropped', () => {
    const website = `https://games.example/${'a'.repeat(2_000)}`;
    expect(parseGameDetails({ ...least, website })?.website).toBeNull();
  });

  test('its description is the plain one, otherwise the text of the HTML', () => {
    const description = '<p>One &amp; two</p><p>Three</p>';
    expect(parseGameDetails({ ...least, description, description_raw: 'Plain' })?.description).toBe(
      'Plain',
    );
    for (const description_raw of ['', ' \n', null, undefined]) {
      expect(parseGameDetails({ ...least, description, description_raw })?.description).toBe(
        'One & two\n\nThree',
      );
    }
    expect(
      parseGameDetails({ ...least, description_raw: 'a'.repeat(30_000) })?.description,
    ).toHaveLength(20_000);
    expect(parseGameDetails(least)?.description).toBe('');
  });

  test('each of its companies is listed once', () => {
    const company = { id: 3, slug: 'c', name: 'C', games_count: 4 };
    const publishers = [company, { id: 'x' }, company, { ...company, id: 4 }];
    expect(parseGameDetails({ ...least, publishers })?.publishers.map(({ id }) => id)).toEqual([
      3, 4,
    ]);
    expect(parseGameDetails({ ...least, developers: null })?.developers).toEqual([]);
  });
});

test('a company has a description, with or without HTML', () => {
  expect(parseCompany({ ...least, description: '<p>We &lt;3 games.</p>' })?.description).toBe(
    'We <3 games.',
  );
  expect(parseCompany(least)?.description).toBe('');
  expect(parseCompany({ id: 7 })).toBeNull();
});

test('no response makes the parser throw', () => {
  const keys = [
    ...['id', 'name', 'slug', 'results', 'count', 'ratings', 'platforms', 'platform'],
    ...['requirements', 'genres', 'publishers', 'website', 'description', 'released'],
  ];
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, 7, -1, 1e300, '', 'Name', '\u0000<', 'https://a.example'),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 6 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (body) => {
      for (const game of parseGameList(body, 40)?.games ?? []) expect(game.id).toBeGreaterThan(0);
      parseGameDetails(body);
      parseCompany(body);
    }),
    { numRuns: 300 },
  );
});
