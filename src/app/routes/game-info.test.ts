import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { ownedGames, users, wallets } from '#db/schema.ts';
import { importGames } from '#domain/catalogue/import-games.ts';
import { moveMoney } from '#domain/money/move-money.ts';
import { useDatabase } from '#test/database.ts';
import { createCardSets, createClock, ledgerFaults } from '#test/factories.ts';
import { madeBundle, madeGame } from '#test/made-bundle.ts';
import { newcomer } from '#test/newcomer.ts';
import { createWeb, textOf } from '#test/web.ts';

const database = useDatabase();
const studio = { id: 1_100_000_001, slug: 'studio', name: 'Studio', description: '' };
const house = { id: 1_000_000_001, slug: 'house', name: 'House', description: '' };

const full = madeGame({
  name: 'Deep & Dark',
  rating: 4.47,
  ratings: [
    { title: 'recommended', count: 1_200, percent: 60 },
    { title: 'exceptional', count: 800, percent: 40 },
  ],
  ratingsCount: 2_000,
  platforms: [{ name: 'Linux' }, { name: 'PC', minimum: 'Two cores', recommended: 'Four cores' }],
  genres: [{ slug: 'role-playing-games-rpg', name: 'RPG' }],
  developerIds: [studio.id],
  publisherIds: [house.id],
  website: 'https://deep.example/',
  description: 'Down and down.',
});
const bare = madeGame({
  released: null,
  rating: 0,
  ratingsCount: null,
  website: 'javascript:alert(1)',
});

beforeAll(async () => {
  await createCardSets(database.db);
  await importGames(
    { db: database.db, clock: createClock() },
    madeBundle({ games: [full, bare], developers: [studio], publishers: [house] }),
  );
});

/** A browser that is logged in, with `balance` cents in its wallet. */
async function player(balance = 0) {
  const visitor = createWeb(database.db).visit();
  const person = newcomer();
  await visitor.post('/register', person);
  await visitor.post('/login', person);
  const [user] = await database.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, person.username.toLowerCase()));
  if (!user) throw new Error('The player was not registered.');
  if (balance > 0) {
    await moveMoney(database.db, {
      transferId: randomUUID(),
      kind: 'top-up',
      userId: user.id,
      systemAccount: 'top-ups',
      amount: balance,
      subject: null,
      at: new Date(),
    });
  }
  const state = async () => {
    const [wallet] = await database.db.select().from(wallets).where(eq(wallets.userId, user.id));
    const games = await database.db.select().from(ownedGames).where(eq(ownedGames.userId, user.id));
    return { balance: wallet?.balance, games: games.map(({ gameId }) => gameId) };
  };
  return { ...visitor, state };
}

describe('the game page', () => {
  test('tells everything there is to know', async () => {
    const response = await createWeb(database.db).visit().get(`/game-info/${full.id}`);
    expect(response.status).toBe(200);
    const html = await response.clone().text();
    const text = await textOf(response);
    for (const part of [
      'Deep &amp; Dark',
      'Down and down.',
      'Average rating 4.47 of 5',
      'Top rating Recommended: 1,200 (60.0%)',
      'Total reviews 2,000',
      'Release date Feb 3, 2020',
      'Developer Studio',
      'Publisher House',
      'Platforms Linux, PC',
      'Genres RPG',
      'Minimum Two cores Recommended Four cores',
      'Price $9.99',
      'Crown Legendary',
      '2.0% of draws',
    ]) {
      expect(text).toContain(part);
    }
    expect(html).toContain('href="https://deep.example/"');
    expect(html).toContain('href="https://www.twitch.tv/directory/category/deep-dark"');
    expect(html).toContain('href="https://www.youtube.com/results?search_query=Deep%20%26%20Dark"');
    expect(html).toContain(`href="/developer/${studio.id}"`);
    expect(html).toContain(`href="/publisher/${house.id}"`);
  });

  test('has the default texts, and no link that is no web address', async () => {
    const response = await createWeb(database.db).visit().get(`/game-info/${bare.id}`);
    const html = await response.clone().text();
    const text = await textOf(response);
    expect(text).toContain('Minimum Unknown Recommended Same as Minimum');
    expect(text).toContain('Not enough ratings for a breakdown');
    expect(html).not.toContain('href="javascript:');
  });

  test.each(['7', 'abc', '-1', '0', '1e9', '1.5', '1099511627776', '%00', '%F0%9F%8E%B2'])(
    'has no game info for %s',
    async (id) => {
      const { get } = createWeb(database.db).visit();
      const response = await get(`/game-info/${id}`);
      expect(response.status).toBe(404);
      expect(await textOf(response)).toContain('No game info available');
    },
  );
});

describe('buying on the game page', () => {
  const path = `/game-info/${full.id}`;

  test('sends a visitor to the login and back', async () => {
    const visitor = createWeb(database.db).visit();
    const next = `/login?next=${encodeURIComponent(path)}`;
    expect(await (await visitor.get(path)).text()).toContain(`href="${next}"`);
    const response = await visitor.post(path, { key: randomUUID() });
    expect([response.status, response.headers.get('Location')]).toEqual([302, next]);
  });

  test('shows the balance after, charges the price once and then offers Play', async () => {
    const browser = await player(20_00);
    const page = await browser.get(path);
    const html = await page.clone().text();
    expect(await textOf(page)).toContain('Balance after buying $10.01');
    const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? '';
    for (const _ of [1, 2]) {
      const bought = await browser.post(path, { key });
      expect([bought.status, bought.headers.get('Location')]).toEqual([302, path]);
    }
    expect(await browser.state()).toEqual({ balance: 10_01, games: [full.id] });
    const after = await browser.get(path);
    expect(await after.clone().text()).toContain('href="/library"');
    expect(await textOf(after)).toContain('In your library Play');

    const again = await browser.post(path, { key: randomUUID() });
    expect(again.status).toBe(409);
    expect(await browser.state()).toEqual({ balance: 10_01, games: [full.id] });
  });

  test('refuses who has too little, in words and without a trace', async () => {
    const browser = await player(9_98);
    const response = await browser.post(path, { key: randomUUID() });
    expect(response.status).toBe(409);
    const text = await textOf(response);
    expect(text).toContain('Not enough money.');
    expect(text).toContain('Add Money');
    expect(await browser.state()).toEqual({ balance: 9_98, games: [] });
  });

  test('takes neither price, nor game, nor player from the form', async () => {
    const [browser, other] = [await player(20_00), await player(20_00)];
    const forged = { amount: '-999999', price: '0', gameId: `${bare.id}`, username: 'Grace_1' };
    await browser.post(path, { key: randomUUID(), ...forged });
    expect(await browser.state()).toEqual({ balance: 10_01, games: [full.id] });
    expect(await other.state()).toEqual({ balance: 20_00, games: [] });
    expect(await ledgerFaults(database.db)).toEqual([]);
  });

  const keyless: Record<string, string>[] = [
    {},
    { key: '' },
    { key: 'abc' },
    { key: '9'.repeat(10_000) },
    { key: '\0' },
  ];
  test.each(keyless)('refuses a form without a proper key', async (form) => {
    const browser = await player(20_00);
    const response = await browser.post(path, form);
    expect(response.status).toBe(400);
    expect(await browser.state()).toEqual({ balance: 20_00, games: [] });
  });

  test('has nothing to sell under an unknown id', async () => {
    const browser = await player(20_00);
    for (const id of ['7', 'abc', '1099511627776']) {
      const response = await browser.post(`/game-info/${id}`, { key: randomUUID() });
      expect(response.status).toBe(404);
    }
    expect(await browser.state()).toEqual({ balance: 20_00, games: [] });
  });

  test('says calmly that it failed when the reason is ours', async () => {
    const browser = await player(20_00);
    await database.db.execute('alter table ledger_entries rename to ledger_away');
    try {
      const response = await browser.post(path, { key: randomUUID() });
      expect(response.status).toBe(500);
      expect(await textOf(response)).toContain('An unexpected error occurred');
    } finally {
      await database.db.execute('alter table ledger_away rename to ledger_entries');
    }
    expect(await browser.state()).toEqual({ balance: 20_00, games: [] });
  });
});
