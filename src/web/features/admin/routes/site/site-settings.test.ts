import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { siteSettingChanges, siteSettings } from '#database/schema.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { siteParts } from '#shared/constants/site/site-parts.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/admin/site';
const pagesPath = `${path}/pages`;
const names = { intent: 'name', name: 'Chess Club', tagline: 'Mate in one', welcome: '' };
const limits = {
  intent: 'limits',
  topUpDaily: '',
  topUpSingle: '',
  codesPerDay: '',
  awardsPerDay: '',
  playCycle: '',
};
const prices = {
  intent: 'prices',
  gamePrice: '',
  marketFee: '',
  dailyReward: '',
  startingMoney: '',
};
const odds = {
  intent: 'odds',
  common: '52',
  uncommon: '26',
  rare: '15',
  epic: '5',
  legendary: '2',
};
const noTexts = { intent: 'texts', rules: '', imprint: '', privacy: '' };

afterEach(async () => {
  await database.db.delete(siteSettings);
  await database.db.delete(siteSettingChanges);
});

async function createReader(role: Role) {
  const web = createWeb(database.db);
  const { id } = await createPlayer(database.db, { role });
  return { web, reader: await createSignedInVisitor(web, id) };
}

describe('the settings of the site', () => {
  it.each(['guest', 'player', 'moderator'] as const)('do not exist for a %s', async (role) => {
    const { reader } = await createReader(role);
    for (const page of [path, pagesPath]) expect((await reader.get(page)).status).toBe(404);
    expect((await reader.post(path, names)).status).toBe(404);
    expect((await reader.post(pagesPath, { ...noTexts, rules: 'x' })).status).toBe(404);
    expect(await database.db.$count(siteSettings)).toBe(0);
  });

  it('do not exist for a visitor, whose forms lead to the login', async () => {
    const visitor = createWeb(database.db).visit();
    expect((await visitor.get(path)).status).toBe(404);
    expect((await visitor.post(path, names)).headers.get('Location')).toMatch(/^\/login/);
  });

  it('add, rename, order and hide genres and shelves of the shop, until the change is undone', async () => {
    const { web, reader: admin } = await createReader('admin');
    const rows = [
      { slug: 'puzzle', name: 'Brain teasers', place: '2' },
      { slug: 'action', name: '', place: '1' },
      { slug: '', name: 'Party games', place: '1' },
    ];
    const genres = Object.fromEntries(
      rows.flatMap((row, at) => Object.entries(row).map(([key, value]) => [`${key}-${at}`, value])),
    );
    const twice = { ...genres, 'slug-1': 'puzzle', 'name-1': 'Puzzles', intent: 'genres' };
    expect(await textOf(await admin.post(path, twice))).toContain('A genre is there twice.');
    await admin.post(path, { ...genres, intent: 'genres' });
    const shelves = { 'id-0': 'genres', 'title-0': 'By kind', 'place-0': '1', 'id-1': 'own' };
    await admin.post(path, { ...shelves, 'title-1': '', intent: 'shelves' });

    const shop = await (await web.visit().get('/')).text();
    const chips = /<nav aria-label="Genres"[\s\S]*?<\/nav>/.exec(shop)?.[0] ?? '';
    expect(chips.match(/genre=[\w-]+/g)).toEqual(['genre=party-games', 'genre=puzzle']);
    expect(chips).toContain('Brain teasers');
    expect(await textOf(await web.visit().get('/?genre=puzzle'))).toContain('Brain teasers games');
    // A hidden genre still lists its games, and one without games has a page.
    expect((await web.visit().get('/?genre=party-games')).status).toBe(200);
    const form = await (await admin.get('/admin/games/new')).text();
    expect(form).toContain('value="party-games"');
    const created = await admin.post('/admin/games/new', {
      intent: 'save',
      name: `Charades ${randomUUID().slice(0, 8)}`,
      genres: 'party-games',
    });
    const page = `/game-info/${created.headers.get('Location')?.split('/').at(-1)}`;
    expect(await textOf(await web.visit().get(page))).toContain('Party games');
    // Many changes in a row end the cached pages twice a second.
    const readHome = async () => await textOf(await web.visit().get('/'));
    await expect.poll(readHome).toContain('By kind Party games 1 game');
    const home = await readHome();
    expect(home).not.toContain('Games of this site');
    expect(await textOf(await admin.get(path))).toContain('Genres of the shop: Action, Adventure');
  });

  it('change the name and the tagline for everybody at once, until the change is undone', async () => {
    const { web, reader: admin } = await createReader('admin');
    const visitor = web.visit();
    expect(await (await visitor.get('/')).text()).toContain('The future of gaming is here');

    const saved = await admin.post(path, { ...names, welcome: 'See https://chess.test/start.' });
    expect(await textOf(saved)).toContain('Saved. It holds from now on.');
    const shop = await (await visitor.get('/')).text();
    expect(shop).toContain('<title>Chess Club: Mate in one</title>');
    expect(shop).toContain('property="og:site_name" content="Chess Club"');
    expect(shop).toContain('href="https://chess.test/start"');
    expect(shop).not.toContain('Guildhall');
    for (const page of ['/login', '/nowhere']) {
      expect(await (await visitor.get(page)).text()).toMatch(/<title>[^<]* · Chess Club<\/title>/);
    }
    expect(await (await admin.get('/settings')).text()).toContain('<title>Settings · Chess Club');
    expect(await (await visitor.get('/manifest.webmanifest')).json()).toMatchObject({
      name: 'Chess Club',
      description: 'Mate in one',
    });

    const changes = await (await admin.get(path)).text();
    const ids = [
      ...changes.matchAll(/value="undo"\/><input type="hidden" name="id" value="([^"]+)"/g),
    ];
    expect(ids).toHaveLength(3);
    for (const [, id = ''] of ids) await admin.post(path, { intent: 'undo', id });
    await vi.waitFor(async () => {
      expect(await (await visitor.get('/')).text()).toContain('The future of gaming is here');
    });
  });

  it('show an announcement until a reader hides it, and a new one again, also in cached pages', async () => {
    const { web, reader: admin } = await createReader('admin');
    const [visitor, other] = [web.visit(), web.visit()];
    const announce = (announcement: string) =>
      admin.post(path, { intent: 'announcement', announcement });
    await announce('Tournament on Friday');
    const page = await (await visitor.get('/about')).text();
    expect(page).toContain('Tournament on Friday');
    const [, id = ''] = /name="id" value="([\w-]{8})"/.exec(page) ?? [];
    const accept = { Accept: 'text/html' };
    const hidden = await visitor.post('/announcement', { id, next: '/about' }, accept);
    expect(hidden.headers.get('Location')).toBe('/about');
    expect(await (await visitor.get('/about')).text()).not.toContain('Tournament on Friday');
    expect(await (await other.get('/about')).text()).toContain('Tournament on Friday');
    expect(await (await admin.get('/about')).text()).toContain('Tournament on Friday');

    await announce('Tournament on Saturday');
    await vi.waitFor(async () => {
      expect(await (await visitor.get('/about')).text()).toContain('Tournament on Saturday');
    });
    for (const forged of ['https://evil.test/', '//evil.test', '/\\evil.test']) {
      const answer = await visitor.post('/announcement', { id, next: forged }, accept);
      expect(answer.headers.get('Location')).toBe('/');
    }
    const badId = await visitor.post('/announcement', { id: 'x; Path=/', next: '/' }, accept);
    expect(badId.headers.getSetCookie()).toEqual([]);
  });

  it('make pages for rules, imprint and privacy, with links in the footer', async () => {
    const { web, reader: admin } = await createReader('admin');
    const visitor = web.visit();
    expect((await visitor.get('/rules')).status).toBe(404);
    const rules = 'Be kind.\n\n<script>alert(1)</script>';
    await admin.post(pagesPath, { ...noTexts, rules });
    await vi.waitFor(async () => expect((await visitor.get('/rules')).status).toBe(200));
    const page = await (await visitor.get('/rules')).text();
    expect(page).toContain('Be kind.\n\n&lt;script&gt;');
    expect(page).toContain('href="/rules"');
    expect(page).not.toContain('href="/imprint"');
    expect((await visitor.get('/imprint')).status).toBe(404);
  });

  it('add links to the footer, to this site or with https only', async () => {
    const { web, reader: admin } = await createReader('admin');
    const link = { intent: 'footer', 'label-1': 'Chat', 'address-1': 'https://chat.test/' };
    await admin.post(path, link);
    const footer = await (await web.visit().get('/about')).text();
    expect(footer).toMatch(/<a href="https:\/\/chat\.test\/" rel="noopener"[^>]*>Chat<\/a>/);

    for (const address of [
      'http://chat.test/',
      'javascript:alert(1)',
      '//evil.test',
      '/\\evil.test',
      'https://name:password@chat.test/',
      'data:text/html,x',
    ]) {
      const refused = await admin.post(path, { ...link, 'address-1': address });
      expect([address, refused.status]).toEqual([address, 400]);
    }
    expect((await admin.post(path, { ...link, 'label-1': '' })).status).toBe(400);
  });

  it('limit the play money of a day from the next form on, until the change is undone', async () => {
    const { web, reader: admin } = await createReader('admin');
    const { id } = await createPlayer(database.db);
    const player = await createSignedInVisitor(web, id);
    const add = (amount: string) =>
      player.post('/add-money', { amount, key: randomUUID(), confirm: 'yes' });
    expect(await (await admin.get(path)).text()).toContain('Default: 500.00.');
    expect((await admin.post(path, { ...limits, topUpDaily: '2.50' })).status).toBe(200);
    const refused = await textOf(await add('3.00'));
    expect(refused).toContain('You can add at most $2.50 a day. Today you can still add $2.50.');

    const page = await (await admin.get(path)).text();
    expect(page).toContain('value="2.50"');
    const ids = [
      ...page.matchAll(/value="undo"\/><input type="hidden" name="id" value="([^"]+)"/g),
    ];
    for (const [, change = ''] of ids) await admin.post(path, { intent: 'undo', id: change });
    expect(await textOf(await add('3.00'))).not.toContain('You can add at most');
  });

  it('show what was changed, what the default is, and lead back to it', async () => {
    const { web, reader: admin } = await createReader('admin');
    const visitor = web.visit();
    const { id: gameId } = await createGame(database.db);
    const priceShown = async () =>
      /\$\d+\.\d\d/.exec(await textOf(await visitor.get(`/game-info/${gameId}`)))?.[0];
    expect(await priceShown()).toBe('$9.99');
    await admin.post(path, { ...prices, gamePrice: '$4,25' });
    await vi.waitFor(async () => expect(await priceShown()).toBe('$4.25'));
    const changed = await textOf(await admin.get(path));
    expect(changed).toContain('Changed. Default: 9.99.');
    expect(changed).toContain('Price of a game: the default, now 4.25 by');
    await admin.post(path, { intent: 'default-prices' });
    await vi.waitFor(async () => expect(await priceShown()).toBe('$9.99'));
    await admin.post(path, { ...odds, common: '51.5', uncommon: '26.5' });
    const drawn = await textOf(await admin.get(path));
    expect(drawn).toContain('51.5% common, 26.5% uncommon, 15% rare, 5% epic, 2% legendary');
    await admin.post(path, { intent: 'default-odds' });
    await admin.post(path, { intent: 'default-limits' });
    expect(await textOf(await admin.get(path))).not.toContain('Changed. Default');
  });

  it('switch parts off by boxes without a tick, until the change is undone', async () => {
    const { web, reader: admin } = await createReader('admin');
    const all = siteParts.map((part) => [`${part}Part`, 'on']);
    await admin.post(path, [['intent', 'parts'], ...all.slice(1)]);
    const visitor = web.visit();
    await vi.waitFor(async () => {
      expect((await visitor.get('/community/market')).status).toBe(404);
    });
    const changes = await (await admin.get(path)).text();
    const ids = [
      ...changes.matchAll(/value="undo"\/><input type="hidden" name="id" value="([^"]+)"/g),
    ];
    expect(ids).toHaveLength(1);
    await admin.post(path, { intent: 'undo', id: ids[0]?.[1] ?? '' });
    await vi.waitFor(async () => {
      expect((await visitor.get('/community/market')).status).toBe(200);
    });
  });

  it('refuse an accent colour that cannot be read, and name the nearest one that can', async () => {
    const { web, reader: admin } = await createReader('admin');
    const accent = { intent: 'accent', light: '#ffcc00', dark: '#7fd4ff' };
    const refused = await admin.post(path, accent);
    expect(refused.status).toBe(400);
    const text = await refused.text();
    const [, nearest = ''] =
      /The nearest colour that can be read is (#[\da-f]{6})/.exec(text) ?? [];
    expect(text).toContain('value="#ffcc00"');

    expect((await admin.post(path, { ...accent, light: nearest })).status).toBe(200);
    const page = await web.visit().get('/about');
    expect(await page.text()).toContain(`--site-accent:light-dark(${nearest}, #7fd4ff)`);
    expect(page.headers.get('Content-Security-Policy')).toContain("style-src 'self';");
    await admin.post(path, { intent: 'accent-of-design' });
    expect(await (await admin.get('/about')).text()).not.toContain('--site-accent');
  });

  it.each([
    ['an empty name', path, { ...names, name: ' ' }],
    ['a name that is too long', path, { ...names, name: 'x'.repeat(31) }],
    ['a tagline that is too long', path, { ...names, tagline: 'x'.repeat(61) }],
    [
      'an announcement that is too long',
      path,
      { intent: 'announcement', announcement: 'x'.repeat(301) },
    ],
    ['a negative amount', path, { ...limits, topUpDaily: '-1' }],
    ['a number that is not whole', path, { ...limits, awardsPerDay: '1.5' }],
    ['a card for every half second', path, { ...limits, playCycle: '0.5' }],
    ['a game for nothing', path, { ...prices, gamePrice: '0' }],
    ['a fee of more than half', path, { ...prices, marketFee: '51' }],
    ['a reward of a fortune', path, { ...prices, dailyReward: '1000.01' }],
    ['odds of 101%', path, { ...odds, common: '53' }],
    ['odds of nothing', path, { ...odds, common: '54', legendary: '0' }],
    ['odds that rise with the rarity', path, { ...odds, rare: '5', epic: '15' }],
    ['odds that are no number', path, { ...odds, epic: 'many' }],
    ['odds without one of the rarities', path, { intent: 'odds', common: '100' }],
    ['a colour for one theme only', path, { intent: 'accent', light: '#994a08', dark: '' }],
    ['something that is no colour', path, { intent: 'accent', light: 'red;}', dark: '#f9ba5f' }],
    ['rules that are too long', pagesPath, { ...noTexts, rules: 'x'.repeat(20_001) }],
    ['an intent that does not exist', path, { intent: 'rule' }],
  ])('refuse %s', async (_, url, fields) => {
    const { reader } = await createReader('admin');
    expect((await reader.post(url, fields)).status).toBe(400);
    expect(await database.db.$count(siteSettings)).toBe(0);
  });
});
