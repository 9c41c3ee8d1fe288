import { beforeAll, describe, expect, test } from 'vitest';
import {
  bare,
  longName,
  openStoreWindow,
  rated,
  siteName,
  studio,
} from '#test/fixtures/catalog-pages.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { readHead } from '#test/fixtures/page-head.ts';
import { createWeb } from '#test/fixtures/web.ts';

const database = useDatabase();
const origin = 'http://localhost:3000';

beforeAll(() => openStoreWindow(database.db));

const get = (path: string) => createWeb(database.db).visit().get(path);

describe('structured data', () => {
  interface Thing {
    [property: string]: unknown;
  }
  /** What the page says of the one thing of a type. */
  async function thing(path: string, type: string): Promise<Thing> {
    const { data } = readHead(await (await get(path)).text());
    const [{ '@graph': things }] = data as [{ '@graph': Thing[] }];
    const [found, ...more] = things.filter((one) => one['@type'] === type);
    if (!found || more.length > 0) throw new Error(`${path} does not tell of one ${type}.`);
    return found;
  }

  test('of a game tells its facts, its makers and its ratings, and no price', async () => {
    const game = await thing(`/game-info/${rated.id}`, 'VideoGame');
    expect(game).toMatchObject({
      name: 'Deep & Dark',
      url: `${origin}/game-info/${rated.id}`,
      description: rated.description,
      datePublished: '2020-02-03',
      genre: ['Massively Multiplayer', 'RPG'],
      gamePlatform: ['PC', 'Linux'],
      author: [{ name: 'Ours', url: `${origin}/developer/${studio.id}` }],
      publisher: [{ name: 'Ours', url: `${origin}/publisher/${siteName.id}` }],
      aggregateRating: { ratingValue: 4.47, ratingCount: 2_000, bestRating: 5, worstRating: 1 },
    });
    expect(game).not.toHaveProperty('offers');
  });

  test('of a game that nobody has rated has no rating', async () => {
    for (const { id } of [bare, longName]) {
      expect(await thing(`/game-info/${id}`, 'VideoGame')).not.toHaveProperty('aggregateRating');
    }
  });

  test('shows the way to a page', async () => {
    const way = await thing(`/game-info/${rated.id}`, 'BreadcrumbList');
    expect(way.itemListElement).toMatchObject([
      { position: 1, name: 'Shop', item: `${origin}/` },
      { position: 2, name: 'RPG', item: `${origin}/?genre=role-playing-games-rpg` },
      { position: 3, name: 'Deep & Dark', item: `${origin}/game-info/${rated.id}` },
    ]);
    const short = await thing(`/game-info/${bare.id}`, 'BreadcrumbList');
    expect(short.itemListElement).toMatchObject([{ name: 'Shop' }, { name: 'Bare' }]);
    expect(await thing(`/developer/${studio.id}`, 'BreadcrumbList')).toBeDefined();
    expect(await thing('/?genre=action', 'BreadcrumbList')).toBeDefined();
  });

  test('of the house says how it is searched, by an address that answers', async () => {
    const site = await thing('/', 'WebSite');
    const { urlTemplate } = (site.potentialAction as Thing).target as Thing;
    const address = String(urlTemplate).replace('{search_term_string}', 'deep');
    expect(address).toBe(`${origin}/?q=deep`);
    expect(await (await get(address.slice(origin.length))).text()).toContain('Deep &amp; Dark');
  });

  test('of a later page counts on where the one before ended', async () => {
    const list = await thing(`/publisher/${siteName.id}?page=2`, 'CollectionPage');
    const { itemListElement: items } = list.mainEntity as Thing;
    expect(items).toMatchObject([{ position: 25 }, ...Array(6).fill({})]);
    expect(list.about).toMatchObject({ name: 'Ours', description: 'An old house.' });
  });
});
