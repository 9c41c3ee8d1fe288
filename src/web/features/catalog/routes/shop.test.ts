import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { listGames } from '#domain/catalog/games/list-games.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { countOwners } from '#domain/game-library/count-owners.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const puzzle = [{ slug: 'puzzle', name: 'Puzzle' }];
const publisher = { id: 1_000_000_001, slug: 'house', name: 'House', description: 'An old house.' };
const developer = {
  id: 1_100_000_001,
  slug: 'maker',
  name: 'Maker',
  description: 'Two in a shed.',
};

const get = (path: string) => createWeb(database.db).visit().get(path);
/** The text of the list, without the shelves above it. */
const listOf = (text: string) => text.slice(text.indexOf('All games'));
const locationOf = async (path: string) => (await get(path)).headers.get('Location');

beforeAll(async () => {
  const many = Array.from({ length: 47 }, (_, index) =>
    generateGame({
      name: `Filler ${index}`,
      publisherIds: [publisher.id],
      developerIds: [developer.id],
    }),
  );
  const chess = generateGame({
    name: 'Chess & More',
    ratingsCount: 99,
    rating: 4.46,
    genres: puzzle,
  });
  await importGames(
    { db: database.db, clock: createClock() },
    generateBundle({ games: [...many, chess], publishers: [publisher], developers: [developer] }),
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
    const list = listOf(text);
    expect(list).toMatch(/48 games .*Chess &amp; More Feb 3, 2020 Rating 4\.5 \$9\.99/);
    expect(list.match(/\$9\.99/g)).toHaveLength(24);
    expect(list).toMatch(/Previous 1 2 Next/);
  });

  test('finds games by a part of the name, within the chosen genre', async () => {
    expect(await textOf(await get('/?q=HESS'))).toMatch(/Results for “HESS” 1 game .*Chess/);
    expect(await textOf(await get('/?q=chess&genre=puzzle'))).toContain('“chess” in Puzzle 1 game');
    const noResults = await textOf(await get('/?q=chess&genre=action'));
    expect(noResults).toMatch(/No games found for “chess”\. Search all genres/);
  });

  test('says that nothing was found and links to all games', async () => {
    const response = await get('/?q=%3Cscript%3Ealert(1)%3C/script%3E');
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain('No games found for “&lt;script&gt;alert(1)&lt;/script&gt;”.');
    expect(html).not.toContain('<script>alert(1)');
    const unknown = await get('/?genre=nonsense');
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('Cache-Control') ?? '').not.toContain('public');
    const page = await unknown.clone().text();
    expect(page).toContain('<meta name="robots" content="noindex');
    expect(await textOf(unknown)).toMatch(/unknown genre 0 games .*No games found\. See all games/);
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
    ['/?order=relevance', '/'],
    ['/?order=price%27--&genre=puzzle', '/?genre=puzzle'],
    ['/?order=name&page=99&q=filler', '/?q=filler&order=name&page=2'],
    [`/?q=${'x'.repeat(5_000)}`, `/?q=${'x'.repeat(100)}`],
  ])('redirects %s to the canonical URL %s', async (path, location) => {
    expect(await locationOf(path)).toBe(location);
  });

  test('uses the first of two values and leaves unknown parameters out', async () => {
    const path = await locationOf('/?q=chess&q=filler&utm_source=elsewhere');
    expect(path).toBe('/?q=chess&q=filler');
    expect(await textOf(await get(path ?? ''))).toContain('1 game ');
  });
});

describe('the order of the list', () => {
  const names = async (path: string) =>
    [...(await textOf(await get(path))).matchAll(/(Chess &amp; More|Filler \d+) Feb/g)].map(
      ([, name]) => name,
    );

  test('is chosen by links that keep the search and the genre', async () => {
    const html = await (await get('/?q=chess&genre=puzzle')).text();
    expect(html).not.toContain('aria-label="Order"');
    const found = await (await get('/?q=filler&genre=action&order=name&page=2')).text();
    const order = /<nav aria-label="Order".*?<\/nav>/s.exec(found)?.[0] ?? '';
    const links = [...order.matchAll(/<a ([^>]*)>([^<]*)/g)].map(([, attributes = '', label]) => [
      label,
      /href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&'),
      attributes.includes('aria-current="true"'),
    ]);
    expect(links).toEqual([
      ['Best match', '/?q=filler&genre=action', false],
      ['Top rated', '/?q=filler&genre=action&order=rating', false],
      ['Newest', '/?q=filler&genre=action&order=released', false],
      ['Name', '/?q=filler&genre=action&order=name', true],
    ]);
    expect(await textOf(await get('/'))).toContain('Popular Top rated Newest Name');
  });

  test('applies to the games of every page', async () => {
    expect((await names('/?order=name')).slice(0, 3)).toEqual([
      'Chess &amp; More',
      'Filler 0',
      'Filler 1',
    ]);
    expect((await names('/?order=name&q=filler&page=2'))[0]).toBe('Filler 30');
    expect((await names('/?order=rating'))[0]).toBe('Chess &amp; More');
  });

  test('stays with the search when a genre is chosen; a new search drops it', async () => {
    const html = await (await get('/?q=filler&genre=action&order=name')).text();
    expect(html).toContain('href="/?q=filler&amp;genre=puzzle&amp;order=name"');
    const form = /<form[^>]*role="search".*?<\/form>/s.exec(html)?.[0] ?? '';
    expect(form).toContain('<input type="hidden" name="genre" value="action"/>');
    expect(form).not.toContain('name="order"');
  });
});

describe('the shelves above the list', () => {
  test('are on the home page only, with headings and links to the list in their order', async () => {
    const response = await get('/');
    const html = await response.clone().text();
    const text = await textOf(response);
    expect(text).toMatch(/New See all of New .*Filler 0 \w+ \d+, 2020 .*\$9\.99/);
    expect(text).toMatch(
      /Best rated See all of Best rated .*Chess &amp; More Feb 3, 2020 Rating 4\.5 \$9\.99/,
    );
    expect(html).toContain('href="/?order=released"');
    expect(html).toContain('href="/?order=rating"');
    expect(text).toMatch(/Browse by genre .*Action 47 games .*Puzzle 1 game /);
    for (const path of ['/?q=chess', '/?genre=puzzle', '/?page=2', '/?order=name']) {
      expect(await textOf(await get(path))).not.toMatch(/Best rated|Browse by genre|Recently/);
    }
  });

  test('include the most owned games once a game is owned, and mark owned games', async () => {
    const { web, player, ctx } = await createLoggedInPlayer(database.db);
    expect(await textOf(await player.get('/'))).not.toMatch(/Most owned here|In library/);
    const { games } = await listGames(ctx, { search: 'chess' });
    const [chess] = games;
    if (!chess) throw new Error('The game is missing.');
    await buyGame(ctx, { gameId: chess.id, key: randomUUID(), price: 9_99 });
    await countOwners(ctx);
    web.ctx.testClock.advance(60_000);

    const text = await textOf(await player.get('/'));
    expect(text).toMatch(
      /Best rated See all of Best rated Chess &amp; More Feb 3, 2020 Rating 4\.5 In library/,
    );
    expect(text).toContain(
      'Most owned here Chess &amp; More Feb 3, 2020 Rating 4.5 In library 1 owner',
    );
    expect(listOf(text)).toContain('Chess &amp; More Feb 3, 2020 Rating 4.5 In library');
    expect(text.match(/In library/g)).toHaveLength(3);
    const found = await textOf(await player.get('/?q=chess'));
    expect(found).toContain('Chess &amp; More Feb 3, 2020 Rating 4.5 In library');

    const otherPlayer = await createLoggedInPlayer(database.db);
    otherPlayer.web.ctx.testClock.advance(60_000);
    const otherText = await textOf(await otherPlayer.player.get('/'));
    expect(otherText).toContain(
      'Most owned here Chess &amp; More Feb 3, 2020 Rating 4.5 $9.99 1 owner',
    );
    expect(otherText).not.toContain('In library');
  });

  test('have an empty row of viewed games, which the browser fills', async () => {
    const html = await (await get('/')).text();
    const row = /<div tabindex="-1" class="[^"]*viewed-place">.*?<\/section>/s.exec(html)?.[0];
    expect(row).toContain('Recently viewed');
    expect(row).not.toMatch(/<a |<img/);
  });
});

describe('publisher and developer pages', () => {
  test('show the description and the games, with Previous and Next', async () => {
    const publisherText = await textOf(await get(`/publisher/${publisher.id}`));
    expect(publisherText).toMatch(
      /Publisher House An old house\. .*47 games .*Filler 0 .*Previous Next/,
    );
    const developerText = await textOf(await get(`/developer/${developer.id}?page=2`));
    expect(developerText).toMatch(
      /Developer Maker Two in a shed\. .*47 games .*Filler 46 .*Previous Next/,
    );
  });

  test.each(['publisher', 'developer'])('answer 404 for a %s that does not exist', async (kind) => {
    for (const id of ['7', 'abc', '-1', '0', '1e9', '1.5', '1099511627776', '%00', '９']) {
      const response = await get(`/${kind}/${id}`);
      expect([id, response.status]).toEqual([id, 404]);
      expect(await textOf(response)).toContain(`There is no such ${kind}.`);
    }
  });

  test('redirect from beyond the last page to the last page', async () => {
    const path = `/publisher/${publisher.id}`;
    expect(await locationOf(`${path}?page=9`)).toBe(`${path}?page=2`);
  });
});
