import { beforeAll, describe, expect, test } from 'vitest';
import {
  createCatalogPages,
  developer,
  gameWithLongName,
  gameWithoutFacts,
  publisher,
  ratedGame,
} from '#test/fixtures/catalog-pages.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { readHead } from '#test/fixtures/page-head.ts';
import { createWeb } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const origin = 'http://localhost:3000';

beforeAll(() => createCatalogPages(database.db));

const get = (path: string) => createWeb(database.db).visit().get(path);

describe('structured data', () => {
  interface Thing {
    [property: string]: unknown;
  }
  /** Reads the one thing of a type in the structured data of a page. */
  async function readThing(path: string, type: string): Promise<Thing> {
    const { data } = readHead(await (await get(path)).text());
    const [{ '@graph': things }] = data as [{ '@graph': Thing[] }];
    const [found, ...more] = things.filter((candidate) => candidate['@type'] === type);
    if (!found || more.length > 0)
      throw new Error(`${path} does not describe exactly one ${type}.`);
    return found;
  }

  test('of a game has its facts, its companies and its ratings, but no price', async () => {
    const game = await readThing(`/game-info/${ratedGame.id}`, 'VideoGame');
    expect(game).toMatchObject({
      name: 'Deep & Dark',
      url: `${origin}/game-info/${ratedGame.id}`,
      description: ratedGame.description,
      datePublished: '2020-02-03',
      genre: ['Massively Multiplayer', 'RPG'],
      gamePlatform: ['PC', 'Linux'],
      author: [{ name: 'Ours', url: `${origin}/developer/${developer.id}` }],
      publisher: [{ name: 'Ours', url: `${origin}/publisher/${publisher.id}` }],
      aggregateRating: { ratingValue: 4.47, ratingCount: 2_000, bestRating: 5, worstRating: 1 },
    });
    expect(game).not.toHaveProperty('offers');
  });

  test('of a game without ratings has no rating', async () => {
    for (const { id } of [gameWithoutFacts, gameWithLongName]) {
      expect(await readThing(`/game-info/${id}`, 'VideoGame')).not.toHaveProperty(
        'aggregateRating',
      );
    }
  });

  test('has the breadcrumbs of a page', async () => {
    const breadcrumbs = await readThing(`/game-info/${ratedGame.id}`, 'BreadcrumbList');
    expect(breadcrumbs.itemListElement).toMatchObject([
      { position: 1, name: 'Shop', item: `${origin}/` },
      { position: 2, name: 'RPG', item: `${origin}/?genre=role-playing-games-rpg` },
      { position: 3, name: 'Deep & Dark', item: `${origin}/game-info/${ratedGame.id}` },
    ]);
    const short = await readThing(`/game-info/${gameWithoutFacts.id}`, 'BreadcrumbList');
    expect(short.itemListElement).toMatchObject([{ name: 'Shop' }, { name: 'Bare' }]);
    expect(await readThing(`/developer/${developer.id}`, 'BreadcrumbList')).toBeDefined();
    expect(await readThing('/?genre=action', 'BreadcrumbList')).toBeDefined();
  });

  test('of the site has a search URL that works', async () => {
    const site = await readThing('/', 'WebSite');
    const { urlTemplate } = (site.potentialAction as Thing).target as Thing;
    const url = String(urlTemplate).replace('{search_term_string}', 'deep');
    expect(url).toBe(`${origin}/?q=deep`);
    expect(await (await get(url.slice(origin.length))).text()).toContain('Deep &amp; Dark');
  });

  test('of a later page continues the positions of the page before', async () => {
    const list = await readThing(`/publisher/${publisher.id}?page=2`, 'CollectionPage');
    const { itemListElement: items } = list.mainEntity as Thing;
    expect(items).toMatchObject([{ position: 25 }, ...Array(6).fill({})]);
    expect(list.about).toMatchObject({ name: 'Ours', description: 'An old house.' });
  });
});
