import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createGame } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

/** Gives the owner one card of every kind. */
async function giveOneOfEach(ownerId: string, gameId: number) {
  const kinds = await database.db.query.cardKinds.findMany({ columns: { id: true } });
  for (const { id: kindId } of kinds) await createCard(database.db, { ownerId, gameId, kindId });
}

describe('profiles and inventories', () => {
  it('are public under the username in any case, and redirect the owner to the own profile', async () => {
    const { web, actor, player } = await createLoggedInPlayer(database.db);
    const path = `/profile/${actor.username.toUpperCase()}`;
    expect(await textOf(await web.visit().get(path))).toContain(actor.username);
    expect((await player.get(path)).headers.get('Location')).toBe('/profile');
    expect((await web.visit().get(`${path}/inventory`)).status).toBe(200);
  });

  it('never show an email address', async () => {
    const { web, actor, player } = await createLoggedInPlayer(database.db);
    const pages = [
      await web.visit().get(`/profile/${actor.username}`),
      await web.visit().get(`/profile/${actor.username}/inventory`),
      await web.visit().get(`/profile/${actor.username}.data`),
      await player.get('/'),
    ];
    for (const page of pages) expect(await page.text()).not.toContain('@example.test');
  });

  it.each(['nobody', '%00', '%E0%A4%A', 'a'.repeat(2_000), '%3Cscript%3E', "'%20or%201=1--"])(
    'answer 400 or 404 for the unknown username %s',
    async (name) => {
      const { web } = await createLoggedInPlayer(database.db);
      for (const path of [`/profile/${name}`, `/profile/${name}/inventory`]) {
        expect([400, 404]).toContain((await web.visit().get(path)).status);
      }
    },
  );

  it.each([
    'page=0',
    'page=-1',
    'page=abc',
    'page=1e9',
    'page=99999999999999',
    'perPage=NaN',
    'perPage=-5',
    'perPage=1000000',
    'item=999-nothing',
    'item=%00',
    'item=4280-%00',
    'page=1&page=2',
    'page[]=1',
  ])('ignore invalid values in the query %s', async (query) => {
    const { player, actor } = await createLoggedInPlayer(database.db);
    expect((await player.get(`/profile/${actor.username}/inventory?${query}`)).status).toBe(200);
    expect((await player.get(`/profile/wallet?${query}`)).status).toBe(200);
    // A page beyond the end redirects to the last one.
    expect([200, 302]).toContain((await player.get(`/library?game=${query}`)).status);
  });

  it('redirect from a page beyond the end to the last one', async () => {
    const { player, actor } = await createLoggedInPlayer(database.db);
    const redirectOf = async (path: string) => (await player.get(path)).headers.get('Location');
    const inventory = `/profile/${actor.username}/inventory`;
    expect(await redirectOf(`${inventory}?page=7&perPage=50`)).toBe(`${inventory}?perPage=50`);
    expect(await redirectOf('/profile/wallet?page=9999')).toBe('/profile/wallet');
  });

  it('open the card that a URL names, whatever page it is on', async () => {
    const { player, actor } = await createLoggedInPlayer(database.db);
    const game = await createGame(database.db);
    await giveOneOfEach(actor.id, game.id);
    const inventory = `/profile/${actor.username}/inventory`;
    const last = [
      ...(await (await player.get(`${inventory}?page=2`)).text()).matchAll(/item=([^"&]+)/g),
    ];
    const item = last.at(-1)?.[1];
    const redirectOf = (query: string) =>
      player.get(`${inventory}?${query}`).then(({ headers }) => headers.get('Location'));
    expect(await redirectOf(`item=${item}`)).toBe(`${inventory}?item=${item}&page=2`);
    expect(await redirectOf(`item=${item}&perPage=100`)).toBeNull();
    expect(await redirectOf(`item=${game.id}-nothing`)).toBeNull();
    expect(await redirectOf(`item=%00`)).toBeNull();
  });

  it('show between 10 and 100 items per page', async () => {
    const { player, actor, ctx } = await createLoggedInPlayer(database.db);
    const game = await createGame(database.db);
    await buyGame(ctx, { gameId: game.id, key: randomUUID(), price: 9_99 });
    await giveOneOfEach(actor.id, game.id);
    const countItems = async (perPage: string) => {
      const html = await (
        await player.get(`/profile/${actor.username}/inventory?perPage=${perPage}`)
      ).text();
      return new Set(html.match(/item=\d+-[a-z-]+/g)).size;
    };
    expect(await countItems('1')).toBe(10);
    expect(await countItems('-5')).toBe(10);
    expect(await countItems('25')).toBe(25);
    expect(await countItems('')).toBe(20);
    expect(await countItems('5000')).toBe(33);
  });
});

describe('the controls of an inventory', () => {
  /** A player with a card of every kind, and a function that loads the inventory with a query. */
  async function createCollector() {
    const { web, player, actor } = await createLoggedInPlayer(database.db);
    const game = await createGame(database.db);
    await giveOneOfEach(actor.id, game.id);
    const path = `/profile/${actor.username}/inventory`;
    const load = async (query: string) => {
      const response = await player.get(`${path}?${query}`);
      const html = await response.text();
      const items = [...html.matchAll(/item=(\d+-[a-z0-9-]+)/g)].map(([, name]) => name);
      return { location: response.headers.get('Location'), items: new Set(items), html };
    };
    return { web, path, load };
  }

  it('filter cards by name and rarity in the URL', async () => {
    const { load } = await createCollector();
    expect((await load('q=crown')).items.size).toBe(1);
    const legendary = (await load('rarity=legendary&perPage=100')).items.size;
    expect(legendary).toBeGreaterThan(0);
    expect(legendary).toBeLessThan(33);
    const duplicates = await load('copies=duplicates');
    expect(duplicates.items.size).toBe(0);
    expect(duplicates.html).toContain('No cards match.');
  });

  it('leave default values out of the URL', async () => {
    const { load, path } = await createCollector();
    const sent = 'q=&rarity=&copies=&order=game&perPage=20';
    expect((await load(sent)).location).toBe(path);
    expect((await load('q=crown&rarity=&order=name&perPage=50')).location).toBe(
      `${path}?q=crown&order=name&perPage=50`,
    );
  });

  it.each([
    'q=%00%25_',
    'q=%ED%A0%80',
    'rarity=mythic',
    'copies=all',
    'order=price',
    'perPage=1e9',
  ])('ignore the invalid value %s', async (query) => {
    const { load } = await createCollector();
    const { location, html } = await load(query);
    expect(location).toBeNull();
    expect(html).toContain('Inventory');
  });

  it('show 24 items on a wide screen, without a parameter in the URL', async () => {
    const { web, path } = await createCollector();
    const countItems = async (cookie: string) => {
      // A new visitor, without the cookies of the requests before.
      const html = await (await web.visit().get(path, { Cookie: cookie })).text();
      return new Set(html.match(/item=\d+-[a-z0-9-]+/g)).size;
    };
    const visitor = web.visit();
    const reportWidth = async (wide: string) => {
      const response = await visitor.post('/screen-width', { wide });
      return response.headers.getSetCookie()[0]?.split('; ') ?? response.status;
    };
    expect(await reportWidth('1')).toEqual(expect.arrayContaining(['wide-screen=1', 'HttpOnly']));
    expect(await reportWidth('0')).toContain('Max-Age=0');
    expect(await reportWidth('very')).toBe(400);
    // The page cache stores one page for each width under the same URL.
    for (const _ of [1, 2]) {
      expect(await countItems('')).toBe(20);
      expect(await countItems('theme=dark; wide-screen=1')).toBe(24);
      expect(await countItems('wide-screen=2')).toBe(20);
    }
  });
});
