import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { ownedGames } from '#database/schema.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createClock, findLedgerViolations } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { readBalance } from '#test/fixtures/market.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const puzzle = { slug: 'puzzle', name: 'Puzzle' };
const game = generateGame({ name: 'Deep & Dark', genres: [puzzle] });
const sequel = generateGame({ name: 'Deeper', genres: [puzzle] });
const third = generateGame({ name: 'Deepest', genres: [puzzle] });

beforeAll(async () => {
  await createCardSets(database.db);
  await importGames(
    { db: database.db, clock: createClock() },
    generateBundle({ games: [game, sequel, third] }),
  );
});

/** A logged-in browser, and a function that reads its player's balance and games. */
async function createBuyer(balance: number) {
  const { player, actor } = await createLoggedInPlayer(database.db, { balance });
  const readState = async () => {
    const games = await database.db
      .select({ id: ownedGames.gameId })
      .from(ownedGames)
      .where(eq(ownedGames.userId, actor.id));
    return { balance: await readBalance(database.db, actor), games: games.map(({ id }) => id) };
  };
  return { ...player, readState };
}

describe('the purchase panel of the game page', () => {
  const path = `/game-info/${game.id}`;

  test('offers a visitor the login, without a balance or a key', async () => {
    const response = await createWeb(database.db).visit().get(path);
    const html = await response.clone().text();
    expect(await textOf(response)).toContain('Price $9.99 Buy You log in first');
    expect(html).not.toContain('name="key"');
    expect(html).not.toContain('Balance after buying');
  });

  test('offers a guest without money the daily reward, not adding money', async () => {
    const { player } = await createLoggedInPlayer(database.db, { role: 'guest', balance: 0 });
    const response = await player.get(path);
    const html = await response.clone().text();
    expect(await textOf(response)).toContain(
      'Your balance $0.00 Not enough money. $9.99 is missing. Your daily reward is waiting. Buy Daily reward',
    );
    expect(html).not.toContain('href="/add-money"');
  });

  test('offers a guest without money registration once the reward is claimed', async () => {
    const { player } = await createLoggedInPlayer(database.db, { role: 'guest', balance: 0 });
    await player.post('/daily-reward', { key: randomUUID() });
    // The reward pays for two games; both are bought.
    for (const { id } of [game, sequel]) {
      await player.post(`/game-info/${id}`, { intent: 'buy', key: randomUUID(), price: '999' });
    }
    const response = await player.get(`/game-info/${third.id}`);
    const html = await response.clone().text();
    expect(await textOf(response)).toContain(
      'Not enough money. $9.97 is missing. Register to keep everything and to add money. Buy Register',
    );
    expect(html).toContain('href="/register"');
  });

  test('offers a player with too little money to add money', async () => {
    const { player } = await createLoggedInPlayer(database.db, { balance: 9_98 });
    expect(await textOf(await player.get(path))).toContain(
      'Your balance $9.98 Not enough money. $0.01 is missing. Buy Add Money',
    );
  });

  test('offers the owner to play, and other pages mark the owned game', async () => {
    const { player, ctx } = await createLoggedInPlayer(database.db);
    await buyGame(ctx, { gameId: game.id, key: randomUUID(), price: 9_99 });
    const ownedPage = await textOf(await player.get(path));
    expect(ownedPage).toContain('In your library Play');
    expect(ownedPage).not.toContain('Price');
    const otherPage = await textOf(await player.get(`/game-info/${sequel.id}`));
    expect(otherPage).toMatch(/Deep &amp; Dark \w+ \d+, 2020 Rating 3\.5 In library/);
    expect(otherPage).toContain('Balance after buying');
  });
});

describe('buying on the game page', () => {
  const path = `/game-info/${game.id}`;

  test('sends a visitor to the login, which leads back to the game', async () => {
    const visitor = createWeb(database.db).visit();
    const next = `/login?next=${encodeURIComponent(path)}`;
    expect(await (await visitor.get(path)).text()).toContain(`href="${next}"`);
    const response = await visitor.post(path, { key: randomUUID(), price: '999' });
    expect([response.status, response.headers.get('Location')]).toEqual([302, next]);
  });

  test('shows the balance after buying, charges the price once and then offers to play', async () => {
    const browser = await createBuyer(20_00);
    const page = await browser.get(path);
    const html = await page.clone().text();
    expect(await textOf(page)).toContain('Balance after buying $10.01');
    const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? '';
    for (const _ of [1, 2]) {
      const bought = await browser.post(path, { key, price: '999' }, { Accept: 'text/html' });
      expect([bought.status, bought.headers.get('Location')]).toEqual([302, path]);
    }
    expect(await browser.readState()).toEqual({ balance: 10_01, games: [game.id] });
    const after = await browser.get(path);
    expect(await after.clone().text()).toContain(`href="/library?game=${game.id}"`);
    expect(await textOf(after)).toContain('In your library Play');

    const again = await browser.post(path, { key: randomUUID(), price: '999' });
    expect(again.status).toBe(409);
    expect(await browser.readState()).toEqual({ balance: 10_01, games: [game.id] });
  });

  test('tells a script which game was bought, also when the form is sent again', async () => {
    const browser = await createBuyer(20_00);
    const key = randomUUID();
    const send = (form: Record<string, string>) => browser.post(`${path}.data`, form);
    for (const _ of [1, 2]) {
      const answer = await send({ key, price: '999' });
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining('bought'),
      ]);
    }
    const again = await send({ key: randomUUID(), price: '999' });
    expect(await again.text()).toMatch(/^(?!.*bought).*already-owned/s);
    expect(await browser.readState()).toEqual({ balance: 10_01, games: [game.id] });
  });

  test('rejects a player with too little money with a text and changes nothing', async () => {
    const browser = await createBuyer(9_98);
    const response = await browser.post(path, { key: randomUUID(), price: '999' });
    expect(response.status).toBe(409);
    const text = await textOf(response);
    expect(text).toContain('Not enough money.');
    expect(text).toContain('Add Money');
    expect(await browser.readState()).toEqual({ balance: 9_98, games: [] });
  });

  test('ignores an amount, a game and a player in the form', async () => {
    const [browser, other] = [await createBuyer(20_00), await createBuyer(20_00)];
    const forged = { amount: '-999999', price: '999', gameId: `${sequel.id}`, username: 'Grace_1' };
    await browser.post(path, { key: randomUUID(), ...forged });
    expect(await browser.readState()).toEqual({ balance: 10_01, games: [game.id] });
    expect(await other.readState()).toEqual({ balance: 20_00, games: [] });
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  const invalidForms: Record<string, string>[] = [
    {},
    { key: '' },
    { key: 'abc' },
    { key: '9'.repeat(10_000) },
    { key: '\0' },
    { key: randomUUID(), price: '' },
    { key: randomUUID(), price: '-1' },
    { key: randomUUID(), price: '9.99' },
  ];
  test.each(invalidForms)('rejects a form without a valid key or price: %j', async (form) => {
    const browser = await createBuyer(20_00);
    const response = await browser.post(path, { price: '999', ...form });
    expect(response.status).toBe(400);
    expect(await browser.readState()).toEqual({ balance: 20_00, games: [] });
  });

  test('answers 404 for an unknown game id', async () => {
    const browser = await createBuyer(20_00);
    for (const id of ['7', 'abc', '1099511627776']) {
      const response = await browser.post(`/game-info/${id}`, {
        key: randomUUID(),
        price: '999',
      });
      expect(response.status).toBe(404);
    }
    expect(await browser.readState()).toEqual({ balance: 20_00, games: [] });
  });

  test('shows a general error text with the id of the request when the database fails', async () => {
    const browser = await createBuyer(20_00);
    await database.db.execute('alter table ledger_entries rename to ledger_away');
    try {
      const response = await browser.post(path, { key: randomUUID(), price: '999' });
      expect(response.status).toBe(500);
      const requestId = response.headers.get('X-Request-Id');
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(await textOf(response)).toContain(`An unexpected error occurred (${requestId})`);
    } finally {
      await database.db.execute('alter table ledger_away rename to ledger_entries');
    }
    expect(await browser.readState()).toEqual({ balance: 20_00, games: [] });
  });
});
