import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

async function createFixture() {
  const web = createWeb(database.db);
  const editor = await createPlayer(database.db, { furtherRoles: [catalogEditor] });
  const player = await createPlayer(database.db, { balance: 50_00 });
  return {
    web,
    editor: await createSignedInVisitor(web, editor.id),
    player: await createSignedInVisitor(web, player.id),
  };
}

const form = (fields: Record<string, string> = {}) => ({
  intent: 'save',
  name: `Night Market ${randomUUID().slice(0, 8)}`,
  description: 'A quiet game.',
  released: '2026-10-01',
  website: '',
  platforms: 'Web',
  developers: 'Small Studio',
  publishers: '',
  genres: 'puzzle',
  price: '4.50',
  roleNeeded: '',
  ...fields,
});

describe('the pages of the games of the site', () => {
  test('lead an editor from a new game to a sale, and the shop sells it', async () => {
    const { web, editor, player } = await createFixture();
    expect(await textOf(await editor.get('/'))).toContain('Administration');
    expect(await textOf(await player.get('/'))).not.toContain('Administration');
    expect(await textOf(await editor.get('/admin/games'))).toContain('New game');
    const fields = form();
    const created = await editor.post('/admin/games/new', fields);
    const path = created.headers.get('Location') ?? '';
    expect(path).toMatch(/^\/admin\/games\/\d+$/);
    const page = `/game-info/${path.split('/').at(-1)}`;
    expect(await textOf(await editor.get('/admin/games'))).toContain(`${fields.name} $4.50`);
    const shop = await textOf(await web.visit().get('/'));
    expect(shop).toContain('Games of this site');
    expect(shop).toContain(fields.name);
    expect(await textOf(await player.get(page))).toContain('Price $4.50');

    const sale = { intent: 'add-sale', salePrice: '2' };
    const times = { startsAt: '2026-03-14T11:00', endsAt: '2026-03-15T12:00' };
    const noDay = { ...times, startsAt: '2026-02-30T11:00' };
    expect(await textOf(await editor.post(path, { ...sale, ...noDay }))).toContain(
      'There is no such day.',
    );
    expect(await textOf(await editor.post(path, { ...sale, ...times }))).toContain(
      'The sale is added.',
    );
    const onSale = await player.get(page);
    const html = await onSale.clone().text();
    expect(await textOf(onSale)).toContain('Before $4.50 now $2.00 On sale until');
    const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(html).toContain('name="price" value="200"');
    const edited = await (await editor.get(path)).text();
    expect(edited).not.toContain('end-sale');
    const saleId = /\?end=([^"]+)"/.exec(edited)?.[1];
    const question = await (await editor.get(`${path}?end=${saleId}`)).text();
    expect(question).toContain('End this sale?');
    expect(question).toContain(`name="saleId" value="${saleId}"`);
    expect(
      await textOf(await editor.post(path, { intent: 'end-sale', saleId: saleId ?? '' })),
    ).toContain('The sale is over.');
    web.ctx.testClock.advance(10);
    const late = await player.post(page, { intent: 'buy', key, price: '200' });
    expect(late.status).toBe(409);
    expect(await textOf(late)).toContain('The price has changed to $4.50.');
    const bought = await player.post(page, { intent: 'buy', key, price: '450' });
    expect(bought.status).toBe(200);
    expect(await textOf(await player.get('/library'))).toContain(fields.name);
  });

  test('give a game its links, its age rating and what a PC needs; a free one is got', async () => {
    const { editor, player } = await createFixture();
    const fields = form({
      price: '0',
      description: 'Read https://market.example/rules first.',
      platforms: 'Web, PC',
      minimum: 'Memory: 2 GB RAM',
      ageRating: 'PEGI 7',
      'label-0': 'Manual',
      'address-0': 'https://market.example/manual',
      'address-3': 'http://forum.example/',
    });
    const bad = await editor.post('/admin/games/new', { ...fields, 'address-3': 'javascript:a()' });
    expect(await textOf(bad)).toContain('Enter an address that starts with https:// or http://.');
    const created = await editor.post('/admin/games/new', fields);
    const path = created.headers.get('Location') ?? '';
    expect(await (await editor.get(path)).text()).toContain('value="http://forum.example/"');
    const page = await player.get(`/game-info/${path.split('/').at(-1)}`);
    const html = await page.clone().text();
    expect(html).toContain(
      '<a href="https://market.example/rules" rel="nofollow ugc noopener" class="text-link">',
    );
    const text = await textOf(page);
    expect(text).toContain('Manual (opens in a new tab)');
    expect(text).toContain('forum.example (opens in a new tab)');
    expect(text).not.toContain('Streams');
    expect(text).toContain('Age rating PEGI 7');
    expect(text).toContain('Minimum Memory 2 GB RAM Recommended Same as Minimum');
    expect(html).toContain('aria-label="Get this game"');
  });

  test('hide a game: its owner keeps the page, for others it does not exist', async () => {
    const { web, editor, player } = await createFixture();
    const fields = form({ price: '0' });
    const path = (await editor.post('/admin/games/new', fields)).headers.get('Location') ?? '';
    const page = `/game-info/${path.split('/').at(-1)}`;
    await player.post(page, { intent: 'buy', key: randomUUID(), price: '0' });
    expect((await web.visit().get(page)).status).toBe(200);
    const hidden = await textOf(await editor.post(path, { intent: 'hide' }));
    expect(hidden).toContain('The game is hidden.');
    expect(hidden).toContain('Show again');
    // Many changes in a row end the cached pages twice a second.
    await expect.poll(async () => (await web.visit().get(page)).status).toBe(404);
    expect((await player.get(page)).status).toBe(200);
    expect(await textOf(await editor.get(page))).toContain('This game is hidden');
    expect(await textOf(await editor.post(path, { intent: 'show' }))).toContain(
      'The game is shown.',
    );
    expect((await web.visit().get(page)).status).toBe(200);
  });

  test('keep what was typed when a field is wrong, or when somebody else was faster', async () => {
    const { editor } = await createFixture();
    const wrong = await editor.post(
      '/admin/games/new',
      form({ price: 'cheap', description: 'Kept as typed.' }),
    );
    expect(wrong.status).toBe(400);
    const text = await wrong.text();
    expect(text).toContain('Enter a price such as 9.99, 0 for a free game.');
    expect(text).toContain('Kept as typed.');
    expect(text).toContain('value="cheap"');
    const fields = form();
    const path = (await editor.post('/admin/games/new', fields)).headers.get('Location') ?? '';
    const edit = { ...fields, version: '1' };
    expect(await textOf(await editor.post(path, edit))).toContain('The game is saved.');
    const late = await editor.post(path, { ...edit, description: 'My own words.' });
    expect(late.status).toBe(409);
    const html = await late.text();
    expect(html).toContain('Somebody else has changed this game');
    expect(html).toContain('My own words.');
    expect(html).toContain('name="version" value="2"');
  });

  test.each(['visitor', 'player'] as const)('do not exist for a %s', async (who) => {
    const { web, editor, player } = await createFixture();
    const path = (await editor.post('/admin/games/new', form())).headers.get('Location') ?? '';
    const browser = who === 'visitor' ? web.visit() : player;
    for (const url of ['/admin/games', '/admin/games/new', path]) {
      expect((await browser.get(url)).status).toBe(404);
      const posted = await browser.post(url, form({ version: '1', gameId: path.slice(13) }));
      expect(posted.status).toBe(who === 'visitor' ? 302 : 404);
    }
  });

  test('search the list', async () => {
    const { editor } = await createFixture();
    const fields = form();
    await editor.post('/admin/games/new', fields);
    const found = `/admin/games?q=${encodeURIComponent(fields.name.toLowerCase())}`;
    expect(await textOf(await editor.get(found))).toContain(fields.name);
    expect(await textOf(await editor.get('/admin/games?q=no-such-game'))).toContain(
      'No game of this site has this name.',
    );
  });

  test('export all games, check a file and import it', async () => {
    const { editor, player } = await createFixture();
    const { name, ...fields } = form();
    await editor.post('/admin/games/new', { ...fields, name });
    const exported = await editor.get('/admin/games/export/games.json');
    expect(exported.headers.get('Content-Disposition')).toBe('attachment; filename="games.json"');
    const content = await exported.text();
    expect(content).toContain(name);
    const csv = await (await editor.get('/admin/games/export/games.csv')).text();
    expect(csv.split('\r\n')[0]).toBe(
      'name,description,released,website,links,ageRating,platforms,minimum,recommended,developers,publishers,genres,price,roleNeeded',
    );
    expect((await editor.get('/admin/games/export/games.xml')).status).toBe(404);
    expect((await player.get('/admin/games/export/games.json')).status).toBe(404);

    const path = '/admin/games/import';
    const post = async (visitor: typeof editor, intent: string, text: string, fileName: string) => {
      const body = new FormData();
      body.append('intent', intent);
      body.append('file', new File([text], fileName));
      const headers = { Origin: 'http://localhost:3000', Accept: 'text/html' };
      return visitor.send(path, { method: 'POST', body, headers });
    };
    const send = async (intent: string, text: string, fileName = 'games.json') =>
      textOf(await post(editor, intent, text, fileName));
    const changed = content.replace('A quiet game.', 'A loud game.');
    expect(await send('check', changed)).toContain('Nothing was changed yet.');
    expect(await (await editor.get('/admin/games/export/games.json')).text()).toBe(content);
    expect(await send('import', changed)).toContain('1 changed');
    expect(await (await editor.get('/admin/games/export/games.json')).text()).toBe(changed);
    const wrong = await send('import', `name,price\n<b>X</b>,free\n`, 'games.csv');
    expect(wrong).toContain('1 wrong');
    expect(wrong).toContain('price: Enter a price such as 9.99');
    expect(wrong).toContain('&lt;b&gt;X&lt;/b&gt;');
    expect(await send('import', 'nonsense')).toContain('The file is not JSON.');
    expect(await textOf(await editor.post(path, { intent: 'check' }))).toContain('Choose a file.');
    const forged = await post(player, 'import', content, 'games.json');
    expect(forged.status).toBe(404);
  });
});
