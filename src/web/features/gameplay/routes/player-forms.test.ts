import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#database/schema.ts';
import { startPlaySession } from '#domain/gameplay/start-play-session.ts';
import { buyGame } from '#domain/library/buy-game.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createGame, findLedgerViolations } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

/** All data that a form could change. */
async function readState() {
  const { rows } = await database.db.execute(sql`select
    (select json_agg(w order by user_id) from wallets w) as wallets,
    (select count(*) from ledger_entries) as entries,
    (select count(*) from owned_games) as owned,
    (select count(*) from cards) as cards,
    (select count(*) from play_sessions) as sessions,
    (select json_agg((u.name, u.description, u.profile_pic) order by u.id) from users u) as profiles`);
  return rows[0];
}

const longText = 'x'.repeat(100_000);
const badKeys = ['', 'not-a-uuid', '../../etc/passwd', '\u0000', longText];
const badAmounts = ['', 'abc', '-5', '+5', '0', '0.99', '500.01', '1e3', 'NaN', 'Infinity', '5,00'];

describe('adding money', () => {
  it.each([
    ...badAmounts.map((amount) => ({ amount, key: randomUUID() })),
    ...['10.999', '99999999999', '0x10', '١٠', '10\u0000', longText].map((amount) => ({
      amount,
      key: randomUUID(),
    })),
    ...badKeys.map((key) => ({ amount: '5', key })),
    { key: randomUUID() },
    { amount: '5' },
    {},
  ])('rejects %j', async (fields) => {
    const { player } = await createLoggedInPlayer(database.db);
    const before = await readState();
    const response = await player.post('/add-money', fields as Record<string, string>);
    expect(response.status).toBe(400);
    expect(await readState()).toEqual(before);
  });

  it('shows the error beside the field', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const response = await player.post('/add-money', { amount: '501', key: randomUUID() });
    expect(await textOf(response)).toContain('Enter an amount from $1.00 to $500.00.');
  });

  it('shows an error for more than two decimals in a form without scripts', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const response = await player.post('/add-money', { amount: '12.349', key: randomUUID() });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('An amount has at most two decimals.');
    expect(html).toContain('value="12.349"');
  });

  it('shows the rest of the daily limit when more is requested', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const add = async (amount: string) =>
      textOf(await player.post('/add-money', { amount, key: randomUUID() }));
    await add('487.60');
    expect(await add('20')).toContain(
      'You can add at most $500.00 a day. Today you can still add $12.40.',
    );
    await add('12.40');
    expect(await add('1')).toContain('Today you cannot add more: come back tomorrow.');
  });

  it('is not for guests and visitors, and offers guests registration', async () => {
    const { player, web } = await createLoggedInPlayer(database.db, { role: 'guest' });
    const fields = { amount: '5', key: randomUUID() };
    const page = await player.get('/add-money');
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('href="/register?next=%2Fadd-money"');
    expect((await player.post('/add-money', fields)).status).toBe(403);
    const response = await web.visit().post('/add-money', fields);
    expect([response.status, response.headers.get('Location')]).toEqual([
      302,
      '/login?next=%2Fadd-money',
    ]);
  });

  it('adds money once, however often the form is sent', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const fields = { amount: '12.50', key: randomUUID() };
    await player.post('/add-money', fields);
    await player.post('/add-money', fields);
    expect(await textOf(await player.get('/profile/wallet'))).toContain('$62.50');
  });
});

describe('the daily reward', () => {
  it.each(badKeys)('rejects the key %j', async (key) => {
    const { player } = await createLoggedInPlayer(database.db);
    const before = await readState();
    expect((await player.post('/daily-reward', { key })).status).toBe(400);
    expect(await readState()).toEqual(before);
  });

  it('says when it was already claimed', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    await player.post('/daily-reward', { key: randomUUID() });
    const again = await player.post('/daily-reward', { key: randomUUID() });
    expect(again.status).toBe(409);
    expect(await textOf(again)).toContain('You have already claimed the reward of today.');
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });
});

describe('the play screen', () => {
  it('sends visitors to the login, and players who do not own the game to the game page', async () => {
    const { player, web } = await createLoggedInPlayer(database.db);
    const game = await createGame(database.db);
    const path = `/game-session/${game.id}`;
    const redirectOf = async (visitor: typeof player) =>
      (await visitor.get(path)).headers.get('Location');
    expect(await redirectOf(web.visit())).toBe(`/login?next=${encodeURIComponent(path)}`);
    expect(await redirectOf(player)).toBe(`/game-info/${game.id}`);
  });

  it.each(['0', '-1', '1e9', 'abc', '99999999999', '1.5', '%00'])(
    'does not find a game with the id %s',
    async (id) => {
      const { player } = await createLoggedInPlayer(database.db);
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
  ])('rejects the form %j', async (fields) => {
    const { player, ctx } = await createLoggedInPlayer(database.db);
    const game = await createGame(database.db);
    await buyGame(ctx, { gameId: game.id, key: randomUUID() });
    const before = await readState();
    const response = await player.post(`/game-session/${game.id}`, fields);
    expect(response.status).toBe(400);
    expect(await readState()).toEqual(before);
  });

  it('awards no card without the game, without a play session or before a full cycle', async () => {
    const { player, ctx } = await createLoggedInPlayer(database.db);
    const [owned, other] = [await createGame(database.db), await createGame(database.db)];
    await buyGame(ctx, { gameId: owned.id, key: randomUUID() });
    const requestAward = async (gameId: number) =>
      (await player.post(`/game-session/${gameId}`, { intent: 'award', key: randomUUID() })).status;
    // The screen redirects players who do not own the game.
    expect(await requestAward(other.id)).toBe(302);
    expect(await requestAward(owned.id)).toBe(409);
    await startPlaySession(ctx, { gameId: owned.id });
    expect(await requestAward(owned.id)).toBe(409);
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
    { description: longText },
  ])('rejects %j', async (fields) => {
    const { player } = await createLoggedInPlayer(database.db);
    const before = await readState();
    const response = await player.post('/profile/edit', fields);
    expect(response.status).toBe(400);
    expect(await textOf(response)).toContain('Failed to update profile.');
    expect(await readState()).toEqual(before);
  });

  it('stores line breaks and emoji, and keeps the typed text after an error', async () => {
    const { player, actor } = await createLoggedInPlayer(database.db);
    const description = `${'a'.repeat(99)}\r\n${'b'.repeat(100)}`;
    await player.post('/profile/edit', { name: '👩‍👩‍👧 Ada', description });
    const [user] = await database.db.select().from(users).where(eq(users.id, actor.id));
    expect(user?.name).toBe('👩‍👩‍👧 Ada');
    expect(user?.description).toBe(description.replace('\r', ''));
    const response = await player.post('/profile/edit', {
      name: 'n'.repeat(21),
      description: 'kept',
    });
    expect(await response.text()).toContain('>kept</textarea>');
  });

  it('removes a description only on request', async () => {
    const { player, actor } = await createLoggedInPlayer(database.db);
    const readDescription = async () => {
      const [user] = await database.db.select().from(users).where(eq(users.id, actor.id));
      return user?.description;
    };
    await player.post('/profile/edit', { description: 'I like puzzles.' });
    await player.post('/profile/edit', { description: '', removeDescription: 'no' });
    expect(await readDescription()).toBe('I like puzzles.');
    await player.post('/profile/edit', { description: '', removeDescription: 'yes' });
    expect(await readDescription()).toBe('');
  });

  it('ignores empty fields, and a username, a role or money in the form', async () => {
    const { player, actor } = await createLoggedInPlayer(database.db);
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
