import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#database/schema.ts';
import { startPlaySession } from '#domain/gameplay/start-session.ts';
import { buyGame } from '#domain/library/buy-game.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createGame, ledgerFaults } from '#test/fixtures/factories.ts';
import { playerScene } from '#test/fixtures/player.ts';
import { textOf } from '#test/fixtures/web.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

/** Everything that a form could have changed. */
async function everything() {
  const { rows } = await database.db.execute(sql`select
    (select json_agg(w order by user_id) from wallets w) as wallets,
    (select count(*) from ledger_entries) as entries,
    (select count(*) from owned_games) as owned,
    (select count(*) from cards) as cards,
    (select count(*) from play_sessions) as sessions,
    (select json_agg((u.name, u.description, u.profile_pic) order by u.id) from users u) as profiles`);
  return rows[0];
}

/** A card of every kind that there is. */
async function giveOneOfEach(ownerId: string, gameId: number) {
  const kinds = await database.db.query.cardKinds.findMany({ columns: { id: true } });
  for (const { id: kindId } of kinds) await createCard(database.db, { ownerId, gameId, kindId });
}

const long = 'x'.repeat(100_000);
const badKeys = ['', 'not-a-uuid', '../../etc/passwd', '\u0000', long];
const badAmounts = ['', 'abc', '-5', '+5', '0', '0.99', '500.01', '1e3', 'NaN', 'Infinity', '5,00'];

describe('adding money', () => {
  it.each([
    ...badAmounts.map((amount) => ({ amount, key: randomUUID() })),
    ...['10.999', '99999999999', '0x10', '١٠', '10\u0000', long].map((amount) => ({
      amount,
      key: randomUUID(),
    })),
    ...badKeys.map((key) => ({ amount: '5', key })),
    { key: randomUUID() },
    { amount: '5' },
    {},
  ])('refuses %j', async (fields) => {
    const { player } = await playerScene(database.db);
    const before = await everything();
    const response = await player.post('/add-money', fields as Record<string, string>);
    expect(response.status).toBe(400);
    expect(await everything()).toEqual(before);
  });

  it('says what is wrong beside the field', async () => {
    const { player } = await playerScene(database.db);
    const response = await player.post('/add-money', { amount: '501', key: randomUUID() });
    expect(await textOf(response)).toContain('Enter an amount from $1.00 to $500.00.');
  });

  it('names the decimals where a form without script has more than two', async () => {
    const { player } = await playerScene(database.db);
    const response = await player.post('/add-money', { amount: '12.349', key: randomUUID() });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('An amount has at most two decimals.');
    expect(html).toContain('value="12.349"');
  });

  it('says what is left of the day when more is asked for', async () => {
    const { player } = await playerScene(database.db);
    const add = async (amount: string) =>
      textOf(await player.post('/add-money', { amount, key: randomUUID() }));
    await add('487.60');
    expect(await add('20')).toContain(
      'You can add at most $500.00 a day. Today you can still add $12.40.',
    );
    await add('12.40');
    expect(await add('1')).toContain('Today you cannot add more: come back tomorrow.');
  });

  it('is not for guests or visitors, and leads guests to register', async () => {
    const { player, web } = await playerScene(database.db, { role: 'guest' });
    const fields = { amount: '5', key: randomUUID() };
    const asked = await player.get('/add-money');
    expect(asked.status).toBe(403);
    expect(await asked.text()).toContain('href="/register?next=%2Fadd-money"');
    expect((await player.post('/add-money', fields)).status).toBe(403);
    const refused = await web.visit().post('/add-money', fields);
    expect([refused.status, refused.headers.get('Location')]).toEqual([
      302,
      '/login?next=%2Fadd-money',
    ]);
  });

  it('adds once however often the form is sent', async () => {
    const { player } = await playerScene(database.db);
    const fields = { amount: '12.50', key: randomUUID() };
    await player.post('/add-money', fields);
    await player.post('/add-money', fields);
    expect(await textOf(await player.get('/profile/wallet'))).toContain('$62.50');
  });
});

describe('the daily reward', () => {
  it.each(badKeys)('refuses the key %j', async (key) => {
    const { player } = await playerScene(database.db);
    const before = await everything();
    expect((await player.post('/daily-reward', { key })).status).toBe(400);
    expect(await everything()).toEqual(before);
  });

  it('says when it was claimed already', async () => {
    const { player } = await playerScene(database.db);
    await player.post('/daily-reward', { key: randomUUID() });
    const again = await player.post('/daily-reward', { key: randomUUID() });
    expect(again.status).toBe(409);
    expect(await textOf(again)).toContain('You have already claimed the reward of today.');
    expect(await ledgerFaults(database.db)).toEqual([]);
  });
});

describe('the play screen', () => {
  it('sends visitors to the login, others than owners to the game page', async () => {
    const { player, web } = await playerScene(database.db);
    const game = await createGame(database.db);
    const path = `/game-session/${game.id}`;
    const away = async (visitor: typeof player) =>
      (await visitor.get(path)).headers.get('Location');
    expect(await away(web.visit())).toBe(`/login?next=${encodeURIComponent(path)}`);
    expect(await away(player)).toBe(`/game-info/${game.id}`);
  });

  it.each(['0', '-1', '1e9', 'abc', '99999999999', '1.5', '%00'])(
    'finds no game with the id %s',
    async (id) => {
      const { player } = await playerScene(database.db);
      const response = await player.get(`/game-session/${id}`);
      expect([400, 404, 302]).toContain(response.status);
      const act = await player.post(`/game-session/${id}`, { intent: 'start' });
      expect([400, 404]).toContain(act.status);
    },
  );

  it.each<Record<string, string>>([
    {},
    { intent: 'win' },
    { intent: 'award' },
    ...badKeys.map((key) => ({ intent: 'award', key })),
  ])('refuses %j', async (fields) => {
    const { player, ctx } = await playerScene(database.db);
    const game = await createGame(database.db);
    await buyGame(ctx, { gameId: game.id, key: randomUUID() });
    const before = await everything();
    const response = await player.post(`/game-session/${game.id}`, fields);
    expect(response.status).toBe(400);
    expect(await everything()).toEqual(before);
  });

  it('gives no card to who does not own, has not started, or asks too early', async () => {
    const { player, ctx } = await playerScene(database.db);
    const [owned, other] = [await createGame(database.db), await createGame(database.db)];
    await buyGame(ctx, { gameId: owned.id, key: randomUUID() });
    const ask = async (gameId: number) =>
      (await player.post(`/game-session/${gameId}`, { intent: 'award', key: randomUUID() })).status;
    // Not the owner's: the screen itself sends away.
    expect(await ask(other.id)).toBe(302);
    expect(await ask(owned.id)).toBe(409);
    await startPlaySession(ctx, { gameId: owned.id });
    expect(await ask(owned.id)).toBe(409);
    expect((await player.post(`/game-session/${other.id}`, { intent: 'start' })).status).toBe(302);
  });
});

describe('editing the profile', () => {
  it.each<Record<string, string>>([
    { name: 'n'.repeat(21) },
    { description: 'd'.repeat(201) },
    { profilePic: 'profile10.webp' },
    { profilePic: '../../../etc/passwd' },
    { name: 'null\u0000byte' },
    { name: '\u202Enimda' },
    { name: 'two\u200Bparts' },
    { name: 'two\nlines' },
    { description: long },
  ])('refuses %j', async (fields) => {
    const { player } = await playerScene(database.db);
    const before = await everything();
    const response = await player.post('/profile/edit', fields);
    expect(response.status).toBe(400);
    expect(await textOf(response)).toContain('Failed to update profile.');
    expect(await everything()).toEqual(before);
  });

  it('keeps lines and emoji, and what was typed when it is refused', async () => {
    const { player, actor } = await playerScene(database.db);
    const description = `${'a'.repeat(99)}\r\n${'b'.repeat(100)}`;
    await player.post('/profile/edit', { name: '👩‍👩‍👧 Ada', description });
    const [user] = await database.db.select().from(users).where(eq(users.id, actor.id));
    expect(user?.name).toBe('👩‍👩‍👧 Ada');
    expect(user?.description).toBe(description.replace('\r', ''));
    const refused = await player.post('/profile/edit', {
      name: 'n'.repeat(21),
      description: 'kept',
    });
    expect(await refused.text()).toContain('>kept</textarea>');
  });

  it('removes a description where that is asked for, and only then', async () => {
    const { player, actor } = await playerScene(database.db);
    const stored = async () => {
      const [user] = await database.db.select().from(users).where(eq(users.id, actor.id));
      return user?.description;
    };
    await player.post('/profile/edit', { description: 'I like puzzles.' });
    await player.post('/profile/edit', { description: '', removeDescription: 'no' });
    expect(await stored()).toBe('I like puzzles.');
    await player.post('/profile/edit', { description: '', removeDescription: 'yes' });
    expect(await stored()).toBe('');
  });

  it('keeps empty fields, never takes a username, a role or money', async () => {
    const { player, actor } = await playerScene(database.db);
    const response = await player.post('/profile/edit', {
      name: 'Ada <b>L</b>',
      description: '',
      username: 'somebody-else',
      role: 'admin',
      balance: '100000',
      id: randomUUID(),
    });
    expect(await textOf(response)).toContain('Profile updated successfully!');
    const [user] = await database.db.select().from(users).where(eq(users.id, actor.id));
    expect(user).toMatchObject({ displayUsername: actor.username, role: 'player' });
    const html = await (await player.get('/profile')).text();
    expect(html).toContain('Ada &lt;b&gt;L&lt;/b&gt;');
    expect(html).not.toContain('<b>L</b>');
  });
});

describe('profiles and inventories', () => {
  it('are there for everybody without regard to case, and lead the owner to the own page', async () => {
    const { web, actor, player } = await playerScene(database.db);
    const path = `/profile/${actor.username.toUpperCase()}`;
    expect(await textOf(await web.visit().get(path))).toContain(actor.username);
    expect((await player.get(path)).headers.get('Location')).toBe('/profile');
    expect((await web.visit().get(`${path}/inventory`)).status).toBe(200);
  });

  it('never show an email', async () => {
    const { web, actor, player } = await playerScene(database.db);
    const pages = [
      await web.visit().get(`/profile/${actor.username}`),
      await web.visit().get(`/profile/${actor.username}/inventory`),
      await web.visit().get(`/profile/${actor.username}.data`),
      await player.get('/'),
    ];
    for (const page of pages) expect(await page.text()).not.toContain('@example.test');
  });

  it.each(['nobody', '%00', '%E0%A4%A', 'a'.repeat(2_000), '%3Cscript%3E', "'%20or%201=1--"])(
    'say calmly that %s is not there',
    async (name) => {
      const { web } = await playerScene(database.db);
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
  ])('take the query %s calmly', async (query) => {
    const { player, actor } = await playerScene(database.db);
    expect((await player.get(`/profile/${actor.username}/inventory?${query}`)).status).toBe(200);
    expect((await player.get(`/profile/wallet?${query}`)).status).toBe(200);
    // A page beyond the end leads to the last one.
    expect([200, 302]).toContain((await player.get(`/library?game=${query}`)).status);
  });

  it('lead from a page beyond the end to the last one', async () => {
    const { player, actor } = await playerScene(database.db);
    const away = async (path: string) => (await player.get(path)).headers.get('Location');
    const inventory = `/profile/${actor.username}/inventory`;
    expect(await away(`${inventory}?page=7&perPage=50`)).toBe(`${inventory}?perPage=50`);
    expect(await away('/profile/wallet?page=9999')).toBe('/profile/wallet');
  });

  it('open the card that an address names, on whatever page it is', async () => {
    const { player, actor } = await playerScene(database.db);
    const game = await createGame(database.db);
    await giveOneOfEach(actor.id, game.id);
    const inventory = `/profile/${actor.username}/inventory`;
    const last = [
      ...(await (await player.get(`${inventory}?page=2`)).text()).matchAll(/item=([^"&]+)/g),
    ];
    const item = last.at(-1)?.[1];
    const away = (query: string) =>
      player.get(`${inventory}?${query}`).then(({ headers }) => headers.get('Location'));
    expect(await away(`item=${item}`)).toBe(`${inventory}?item=${item}&page=2`);
    expect(await away(`item=${item}&perPage=100`)).toBeNull();
    expect(await away(`item=${game.id}-nothing`)).toBeNull();
    expect(await away(`item=%00`)).toBeNull();
  });

  it('keeps items per page between 10 and 100', async () => {
    const { player, actor, ctx } = await playerScene(database.db);
    const game = await createGame(database.db);
    await buyGame(ctx, { gameId: game.id, key: randomUUID() });
    await giveOneOfEach(actor.id, game.id);
    const shown = async (perPage: string) => {
      const html = await (
        await player.get(`/profile/${actor.username}/inventory?perPage=${perPage}`)
      ).text();
      return new Set(html.match(/item=\d+-[a-z-]+/g)).size;
    };
    expect(await shown('1')).toBe(10);
    expect(await shown('-5')).toBe(10);
    expect(await shown('25')).toBe(25);
    expect(await shown('')).toBe(20);
    expect(await shown('5000')).toBe(33);
  });
});

describe('the controls of an inventory', () => {
  /** Somebody with a card of every kind, and what their inventory answers. */
  async function collector() {
    const { web, player, actor } = await playerScene(database.db);
    const game = await createGame(database.db);
    await giveOneOfEach(actor.id, game.id);
    const path = `/profile/${actor.username}/inventory`;
    const ask = async (query: string) => {
      const response = await player.get(`${path}?${query}`);
      const html = await response.text();
      const items = [...html.matchAll(/item=(\d+-[a-z0-9-]+)/g)].map(([, name]) => name);
      return { location: response.headers.get('Location'), items: new Set(items), html };
    };
    return { web, path, ask };
  }

  it('find cards by name and by rarity, in the address', async () => {
    const { ask } = await collector();
    expect((await ask('q=crown')).items.size).toBe(1);
    const legendary = (await ask('rarity=legendary&perPage=100')).items.size;
    expect(legendary).toBeGreaterThan(0);
    expect(legendary).toBeLessThan(33);
    const none = await ask('copies=duplicates');
    expect(none.items.size).toBe(0);
    expect(none.html).toContain('No cards match.');
  });

  it('leave out of the address what is usual', async () => {
    const { ask, path } = await collector();
    const sent = 'q=&rarity=&copies=&order=game&perPage=20';
    expect((await ask(sent)).location).toBe(path);
    expect((await ask('q=crown&rarity=&order=name&perPage=50')).location).toBe(
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
  ])('take %s calmly', async (query) => {
    const { ask } = await collector();
    const { location, html } = await ask(query);
    expect(location).toBeNull();
    expect(html).toContain('Inventory');
  });

  it('show 24 items to a wide screen, whose width is in no address', async () => {
    const { web, path } = await collector();
    const visitor = web.visit();
    const shown = async (cookie: string) => {
      const html = await (await visitor.get(path, { Cookie: cookie })).text();
      return new Set(html.match(/item=\d+-[a-z0-9-]+/g)).size;
    };
    const say = async (wide: string) => {
      const response = await visitor.post('/screen-width', { wide });
      return response.headers.getSetCookie()[0]?.split('; ') ?? response.status;
    };
    expect(await say('1')).toEqual(expect.arrayContaining(['wide-screen=1', 'HttpOnly']));
    expect(await say('0')).toContain('Max-Age=0');
    expect(await say('very')).toBe(400);
    // The same address, from the cache of visitors' pages: one page for each width.
    for (const _ of [1, 2]) {
      expect(await shown('')).toBe(20);
      expect(await shown('theme=dark; wide-screen=1')).toBe(24);
      expect(await shown('wide-screen=2')).toBe(20);
    }
  });
});
