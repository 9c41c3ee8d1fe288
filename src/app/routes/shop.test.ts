import { beforeAll, describe, expect, test } from 'vitest';
import { importGames } from '#domain/catalogue/import-games.ts';
import { useDatabase } from '#test/database.ts';
import { createClock } from '#test/factories.ts';
import { madeBundle, madeGame } from '#test/made-bundle.ts';
import { createWeb, textOf } from '#test/web.ts';

const database = useDatabase();
const puzzle = [{ slug: 'puzzle', name: 'Puzzle' }];
const publisher = { id: 1_000_000_001, slug: 'house', name: 'House', description: 'An old house.' };
const developer = { id: 1_100_000_001, slug: 'maker', name: 'Maker', description: 'Not shown.' };

const get = (path: string) => createWeb(database.db).visit().get(path);
const locationOf = async (path: string) => (await get(path)).headers.get('Location');

beforeAll(async () => {
  const many = Array.from({ length: 47 }, (_, index) =>
    madeGame({
      name: `Filler ${index}`,
      publisherIds: [publisher.id],
      developerIds: [developer.id],
    }),
  );
  const chess = madeGame({ name: 'Chess & More', ratingsCount: 99, rating: 4.46, genres: puzzle });
  await importGames(
    { db: database.db, clock: createClock() },
    madeBundle({ games: [...many, chess], publishers: [publisher], developers: [developer] }),
  );
});

describe('the shop', () => {
  test('shows its banner, its filters and a page of games with name, date, rating and price', async () => {
    const response = await get('/');
    expect(response.status).toBe(200);
    const text = await textOf(response);
    expect(text).toContain('The future of gaming is here');
    const genres = 'All Genres Action Adventure Shooter Strategy RPG Indie Puzzle Platformer';
    expect(text).toContain(genres);
    expect(text).toMatch(/48 games .*Chess &amp; More Feb 3, 2020 Rating 4\.5 \$9\.99/);
    expect(text.match(/\$9\.99/g)).toHaveLength(24);
    expect(text).toMatch(/Previous 1 2 Next/);
  });

  test('finds by a part of the name, in a genre when one is chosen', async () => {
    expect(await textOf(await get('/?q=HESS'))).toMatch(/Results for “HESS” 1 game .*Chess/);
    expect(await textOf(await get('/?q=chess&genre=puzzle'))).toContain('“chess” in Puzzle 1 game');
    const none = await textOf(await get('/?q=chess&genre=action'));
    expect(none).toMatch(/No games found for “chess”\. Search all genres/);
  });

  test('says so when nothing is found, and leads to all games', async () => {
    const response = await get('/?q=%3Cscript%3Ealert(1)%3C/script%3E');
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain('No games found for “&lt;script&gt;alert(1)&lt;/script&gt;”.');
    expect(html).not.toContain('<script>alert(1)');
    const unknown = await get('/?genre=nonsense');
    expect(unknown.status).toBe(200);
    expect(await textOf(unknown)).toContain('No games found. See all games');
  });

  test.each([
    ['/?page=abc', '/'],
    ['/?page=-1', '/'],
    ['/?page=0', '/'],
    ['/?page=1e9', '/'],
    ['/?page=NaN', '/'],
    ['/?page=1.5', '/'],
    ['/?page=%00', '/'],
    ['/?page=2147483648', '/'],
    ['/?page=999999999', '/?page=2'],
    ['/?page=3', '/?page=2'],
    ['/?q=filler&page=99', '/?q=filler&page=2'],
    ['/?q=++chess++', '/?q=chess'],
    ['/?q=a%00b%0Ac', '/?q=a+b+c'],
    ['/?q=', '/'],
    ['/?genre=%27%3B--', '/?genre=unknown'],
    [`/?q=${'x'.repeat(5_000)}`, `/?q=${'x'.repeat(100)}`],
  ])('leads from %s to the address that is meant', async (path, location) => {
    expect(await locationOf(path)).toBe(location);
  });

  test('takes the first of two values and ignores what it does not know', async () => {
    const response = await get('/?q=chess&q=filler&utm_source=elsewhere');
    expect(response.status).toBe(200);
    expect(await textOf(response)).toContain('1 game ');
  });
});

describe('publisher and developer pages', () => {
  test('show who it is and its games, with Previous and Next', async () => {
    const house = await textOf(await get(`/publisher/${publisher.id}`));
    expect(house).toMatch(
      /Publisher House An old house\. Games 47 games .*Filler 0 .*Previous Next/,
    );
    const maker = await textOf(await get(`/developer/${developer.id}?page=2`));
    expect(maker).toMatch(/Developer Maker Games 47 games .*Filler 46 .*Previous Next/);
    expect(maker).not.toContain('Not shown.');
  });

  test.each(['publisher', 'developer'])('a %s that does not exist is not found', async (kind) => {
    for (const id of ['7', 'abc', '-1', '0', '1e9', '1.5', '1099511627776', '%00', '９']) {
      const response = await get(`/${kind}/${id}`);
      expect([id, response.status]).toEqual([id, 404]);
      expect(await textOf(response)).toContain(`There is no such ${kind}.`);
    }
  });

  test('a page beyond the end leads to the last', async () => {
    const path = `/publisher/${publisher.id}`;
    expect(await locationOf(`${path}?page=9`)).toBe(`${path}?page=2`);
  });
});
