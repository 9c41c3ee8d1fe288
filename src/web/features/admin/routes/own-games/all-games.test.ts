import { randomUUID } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminLog, games, marketListings } from '#database/schema.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { listSitemapPages } from '#domain/catalog/games/list-sitemap-pages.ts';
import { setGameHidden } from '#domain/moderation/hidden-games/set-game-hidden.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { allGamesConstants } from '#shared/constants/catalog/all-games.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import {
  createActorCtx,
  createListings,
  findMarketViolations,
  kindId,
  readBalance,
} from '#test/fixtures/market.ts';
import { createRawgVisitor } from '#test/fixtures/rawg-visitor.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/admin/games/all';

beforeAll(() => createCardSets(database.db));

/** Games of the bundled catalog with one word in their names that no other game has. */
async function createBundled(count: number) {
  const word = `Heron${randomUUID().slice(0, 8)}`;
  const all = Array.from({ length: count }, (_, n) => generateGame({ name: `${word} ${n}` }));
  const bundle = generateBundle({ games: all });
  await importGames(createTestCtx(database.db), bundle);
  return { word, ids: all.map(({ id }) => id), bundle };
}

async function createFixture() {
  const web = createWeb(database.db);
  const editor = await createPlayer(database.db, { furtherRoles: [catalogEditor] });
  const player = await createPlayer(database.db, { balance: 50_00 });
  return {
    web,
    visitor: web.visit(),
    editor: await createSignedInVisitor(web, editor.id),
    actor: player,
    player: await createSignedInVisitor(web, player.id),
  };
}

const isHidden = async (id: number) =>
  (await database.db.select().from(games).where(eq(games.id, id)))[0]?.isHidden;

describe('a bundled game that an editor hides', () => {
  test('is in no list, page or API, and cannot be bought; its owner keeps it', async () => {
    const { editor, visitor, player, actor } = await createFixture();
    const { word, ids, bundle } = await createBundled(2);
    const [id = 0, kept = 0] = ids;
    const owner = await createFixture();
    const bought = { intent: 'buy', price: '999', key: randomUUID() };
    await owner.player.post(`/game-info/${id}`, bought);
    expect(await textOf(await owner.player.get('/library'))).toContain(`${word} 0`);

    expect(await textOf(await editor.get(`${path}?q=${word}&ask=${id}`))).toContain(
      `Hide ${word} 0?`,
    );
    await editor.post(path, { intent: 'hide', gameId: String(id) });
    expect(await textOf(await editor.get(`${path}?q=${word}`))).toContain('2 games, 1 hidden');
    // A later version of the catalog does not show it again.
    await importGames(createTestCtx(database.db), { ...bundle, version: randomUUID() });

    for (const reader of [visitor, player]) {
      const found = await textOf(await reader.get(`/?q=${word}`));
      expect(found).not.toContain(`${word} 0`);
      expect(found).toContain(`${word} 1`);
      expect((await reader.get(`/game-info/${id}`)).status).toBe(404);
      expect((await reader.get(`/game-info/${kept}`)).status).toBe(200);
    }
    const rawg = createRawgVisitor(database.db);
    expect((await rawg.ask(`/games/${id}`)) as object).toMatchObject({ detail: 'Not found.' });
    expect(JSON.stringify(await rawg.ask(`/games?search=${word}`))).not.toContain(`${word} 0`);
    const part = { kind: 'game', part: 1, size: 1_000 } as const;
    const sitemap = JSON.stringify(await listSitemapPages(createTestCtx(database.db), part));
    expect(sitemap).not.toContain(String(id));
    await player.post(`/game-info/${id}`, { ...bought, key: randomUUID() });
    expect(await textOf(await player.get('/library'))).not.toContain(word);
    expect(await readBalance(database.db, actor)).toBe(50_00);
    expect(await textOf(await owner.player.get('/library'))).toContain(`${word} 0`);
    expect((await owner.player.get(`/game-info/${id}`)).status).toBe(200);

    await editor.post(path, { intent: 'show', gameId: String(id) });
    expect(await textOf(await player.get(`/?q=${word}`))).toContain(`${word} 0`);
  });

  test('lets its cards be traded, if the editor says so', async () => {
    const { editor, player, actor } = await createFixture();
    const { ids } = await createBundled(1);
    const [id = 0] = ids;
    const seller = await createPlayer(database.db);
    await createListings(database.db, { seller, gameId: id, prices: [1_00] });
    await editor.post(path, { intent: 'hide', gameId: String(id), keepsTrading: 'yes' });
    const listings = () => database.db.$count(marketListings, eq(marketListings.gameId, id));
    expect(await listings()).toBe(1);
    await createCard(database.db, { ownerId: actor.id, gameId: id, kindId });
    await createListings(database.db, { seller: actor, gameId: id, prices: [2_00] });
    expect(await listings()).toBe(2);
    expect(await findMarketViolations(database.db)).toEqual([]);
    await editor.post(path, { intent: 'show', gameId: String(id) });
    await editor.post(path, { intent: 'hide', gameId: String(id) });
    expect(await listings()).toBe(0);
    expect((await player.get(`/game-info/${id}`)).status).toBe(404);
  });
});

describe('all games of a filter', () => {
  test('are hidden after a question, and shown again', async () => {
    const { editor, visitor } = await createFixture();
    const { word, ids } = await createBundled(3);
    const other = await createBundled(1);
    const seller = await createPlayer(database.db);
    await createListings(database.db, { seller, gameId: ids[1] ?? 0, prices: [1_00, 2_00] });
    const all = { q: word, source: 'all', genre: '', shown: 'all' };
    expect(await textOf(await editor.get(`${path}?q=${word}&ask=all`))).toContain('Hide 3 games?');

    const wrong = { intent: 'hide-all', ...all, expected: '2' };
    expect(await textOf(await editor.post(path, wrong))).toContain('The list has changed');
    await editor.post(path, { ...wrong, expected: '3' });
    expect(await Promise.all(ids.map(isHidden))).toEqual([true, true, true]);
    expect(await isHidden(other.ids[0] ?? 0)).toBe(false);
    expect(await textOf(await visitor.get(`/?q=${word}`))).not.toContain(`${word} 0`);
    expect(await database.db.$count(marketListings, eq(marketListings.sellerId, seller.id))).toBe(
      0,
    );
    expect(await findMarketViolations(database.db)).toEqual([]);
    const logged = await database.db.select().from(adminLog).where(eq(adminLog.act, 'hide-games'));
    expect(logged.map(({ details }) => details)).toContainEqual(
      expect.objectContaining({ q: word, games: 2 }),
    );

    await editor.post(path, { intent: 'show-all', ...all, expected: '3' });
    expect(await Promise.all(ids.map(isHidden))).toEqual([false, false, false]);
    expect(await textOf(await editor.get(`/?q=${word}`))).toContain(`${word} 2`);
  });

  test('are hidden in several transactions', async () => {
    const { editor } = await createFixture();
    const number = allGamesConstants.batchMax + 1;
    const { word } = await createBundled(number);
    const form = { intent: 'hide-all', q: word, source: 'all', genre: '', shown: 'all' };
    const answer = await editor.post(path, { ...form, expected: String(number) });
    expect(await textOf(answer)).toContain(`${number} games are hidden.`);
    const ofWord = and(eq(games.isHidden, true), like(games.name, `${word}%`));
    expect(await database.db.$count(games, ofWord)).toBe(number);
  });

  test('are not widened by an invalid filter, and are for catalog editors only', async () => {
    const { editor, player } = await createFixture();
    const { word, ids } = await createBundled(1);
    const form = { intent: 'hide-all', q: word, genre: '', shown: 'all', expected: '1' };
    await editor.post(path, { ...form, source: 'other' });
    await player.post(path, { ...form, source: 'all' });
    await player.post(path, { intent: 'hide', gameId: String(ids[0]) });
    expect(await isHidden(ids[0] ?? 0)).toBe(false);
    expect((await player.get(path)).status).toBe(404);
  });
});

test('a game that is hidden while a source is imported stays out of the search', async () => {
  const { editor } = await createFixture();
  const { bundle, ids, word } = await createBundled(20);
  const editorCtx = createActorCtx(
    database.db,
    await createPlayer(database.db, { furtherRoles: [catalogEditor] }),
  );
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([
      importGames(createTestCtx(database.db), { ...bundle, version: randomUUID() }),
      ...ids
        .slice(round, round + 3)
        .map((gameId) => setGameHidden(editorCtx, { gameId, isHidden: true })),
    ]);
  }
  const hidden = ids.slice(0, 7).map((_, n) => `${word} ${n} `);
  const list = await textOf(await editor.get(`/?q=${word}`));
  for (const name of hidden) expect(list).not.toContain(name);
});
