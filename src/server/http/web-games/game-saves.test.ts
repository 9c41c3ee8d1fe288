import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminLog, gameDeliveries, gameSaves } from '#database/schema.ts';
import { deletePersonalData } from '#domain/account-deletion/delete-personal-data.ts';
import { deleteGameSave } from '#domain/game-library/saves/delete-game-save.ts';
import { getGameSave } from '#domain/game-library/saves/get-game-save.ts';
import { storeGameSave } from '#domain/game-library/saves/store-game-save.ts';
import { gameSaveConstants, gameSavePath } from '#shared/constants/game-library/game-saves.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createGame } from '#test/fixtures/factories.ts';
import { useUploadServer } from '#test/fixtures/uploads.ts';
import { textOf } from '#test/fixtures/web-application.ts';
import { createWebGameSite } from '#test/fixtures/web-games.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);
beforeAll(() => createCardSets(database.db));

const origin = 'http://localhost:3000';

async function createSavingGame() {
  const site = await createWebGameSite(startUploads);
  expect((await site.upload()).status).toBe(200);
  const owner = await site.createOwner();
  type Player = Awaited<ReturnType<typeof site.createVisitor>>;

  /** Asks as the script of the page does. */
  async function ask(
    method: 'GET' | 'PUT' | 'DELETE',
    {
      revision,
      data,
      by = owner,
      from = origin,
      player = by.actor.username,
    }: {
      revision?: string | null;
      data?: string;
      by?: Player;
      from?: string;
      player?: string;
    } = {},
  ) {
    const query = new URLSearchParams({ player, ...(revision && { revision }) });
    const response = await by.send(`${gameSavePath(site.gameId)}?${query}`, {
      method,
      headers: { Origin: from, 'Content-Type': 'text/plain' },
      ...(data !== undefined && { body: data }),
    });
    return { status: response.status, headers: response.headers, ...(await response.json()) };
  }

  return { ...site, owner, ask };
}

describe('a save of a game', () => {
  test('is stored with a new revision each time, loaded and deleted', async () => {
    const { ask } = await createSavingGame();
    const nothing = { status: 200, data: null, revision: null, savedAt: null };
    expect(await ask('GET')).toMatchObject(nothing);
    const first = await ask('PUT', { data: 'level 1 – Ä' });
    expect(first).toMatchObject({ status: 200, revision: expect.any(String) });
    const second = await ask('PUT', { data: '', revision: first.revision });
    expect(second.status).toBe(200);
    expect(second.revision).not.toBe(first.revision);
    const loaded = await ask('GET');
    expect(loaded).toMatchObject({ data: '', revision: second.revision });
    expect(loaded.headers.get('Cache-Control')).toBe('private, no-store');
    expect(await ask('DELETE', { revision: second.revision })).toMatchObject({ status: 200 });
    expect(await ask('GET')).toMatchObject(nothing);
  });

  test('is not overwritten or deleted by a window that does not know it', async () => {
    const { ask } = await createSavingGame();
    const { revision: old } = await ask('PUT', { data: 'first' });
    const { revision } = await ask('PUT', { data: 'second', revision: old });
    const conflict = { status: 409, error: { code: 'conflict' }, revision };
    expect(await ask('PUT', { data: 'third', revision: old })).toMatchObject(conflict);
    expect(await ask('PUT', { data: 'third' })).toMatchObject(conflict);
    expect(await ask('DELETE', { revision: old })).toMatchObject(conflict);
    // The answer was lost, and the game sends the same again.
    expect(await ask('PUT', { data: 'second', revision: old })).toMatchObject({
      status: 200,
      revision,
    });
    await ask('DELETE', { revision });
    expect(await ask('PUT', { data: 'fourth', revision })).toMatchObject({
      ...conflict,
      revision: null,
    });
  });

  test('is stored once when two windows save at the same time', async () => {
    const { ask, gameId } = await createSavingGame();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => ask('PUT', { data: `window ${number}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const rows = await database.db.select().from(gameSaves).where(eq(gameSaves.gameId, gameId));
    const stored = answers.find(({ status }) => status === 200);
    expect(rows).toMatchObject([{ revision: stored?.revision }]);
  });

  test('is refused for visitors, others than owners, other sites and another account', async () => {
    const { ask, createVisitor, createOwner, owner, visit, gameId } = await createSavingGame();
    const stranger = await createVisitor();
    const refused = (code: string) => ({ error: { code } });
    expect(await ask('PUT', { data: 'x', by: stranger })).toMatchObject(refused('game-not-owned'));
    expect(await ask('GET', { by: stranger })).toMatchObject(refused('game-not-owned'));
    expect(await ask('PUT', { data: 'x', from: 'https://evil.example' })).toMatchObject(
      refused('foreign-origin'),
    );
    // A document in a sandbox, such as the game itself.
    expect(await ask('PUT', { data: 'x', from: 'null' })).toMatchObject(refused('foreign-origin'));
    const other = await createOwner();
    expect(await ask('PUT', { data: 'x', by: other, player: owner.actor.username })).toMatchObject(
      refused('game-save-account'),
    );
    const visitor = await visit().get(`${gameSavePath(gameId)}?player=`);
    expect(visitor.status).toBe(401);
    expect(await database.db.$count(gameSaves, eq(gameSaves.gameId, gameId))).toBe(0);
  });

  test('has a largest size, and an account a largest number and size of saves', async () => {
    const { owner, ask, gameId } = await createSavingGame();
    const { bytesMax, accountBytesMax } = gameSaveConstants;
    expect(await ask('PUT', { data: 'x'.repeat(bytesMax + 1) })).toMatchObject({
      status: 413,
      error: { code: 'game-save-bytes' },
    });
    const { ctx } = owner;
    const store = (data: string) => storeGameSave(ctx, { gameId, data, revision: null });
    await expect(store('é'.repeat(bytesMax / 2 + 1))).rejects.toThrow('1 MB');
    await expect(store('a\0b')).rejects.toMatchObject({ code: 'bad-input' });
    const { db } = database;
    const others = await Promise.all(
      Array.from({ length: accountBytesMax / bytesMax }, () => createGame(db)),
    );
    await db.insert(gameSaves).values(
      others.map(({ id }) => ({
        ...{ userId: owner.actor.id, gameId: id, revision: crypto.randomUUID() },
        ...{ data: 'x'.repeat(bytesMax), bytes: bytesMax, savedAt: new Date() },
      })),
    );
    await expect(store('x')).rejects.toMatchObject({ code: 'game-saves-full' });
    expect(await getGameSave(ctx, { gameId })).toBeNull();
    await deleteGameSave(ctx, { gameId: others[0]?.id ?? 0 });
    expect(await store('x')).toMatchObject({ isConflict: false });
  });

  test('is listed for its player, who deletes it, also without the game', async () => {
    const { owner, ask, gameId, name, createOwner } = await createSavingGame();
    await ask('PUT', { data: 'x'.repeat(5_000) });
    await database.db
      .update(gameDeliveries)
      .set({ webGameFileId: null })
      .where(eq(gameDeliveries.gameId, gameId));
    const page = await textOf(await owner.get('/library/saves'));
    expect(page).toContain(name);
    expect(await textOf(await (await createOwner()).get('/library/saves'))).not.toContain(name);
    const question = await textOf(await owner.get(`/library/saves?remove=${gameId}`));
    expect(question).toContain('Delete this save?');
    await owner.post('/library/saves', { gameId: String(gameId) });
    expect(await database.db.$count(gameSaves, eq(gameSaves.gameId, gameId))).toBe(0);
  });

  test('ends with its account', async () => {
    const { owner, ask, gameId } = await createSavingGame();
    await ask('PUT', { data: 'x' });
    await database.db.transaction((tx) => deletePersonalData(tx, owner.actor.id));
    expect(await database.db.$count(gameSaves, eq(gameSaves.gameId, gameId))).toBe(0);
  });
});

describe('an isolated game', () => {
  const policy = 'Cross-Origin-Embedder-Policy';

  test('has the headers in its page and its files, which others do not have', async () => {
    const { owner, editor, editorPath, play, load, gameId } = await createSavingGame();
    const before = await play(owner);
    expect(before.page.headers.get(policy)).toBeNull();
    expect(before.html).toContain('allow="fullscreen"');
    expect((await load(`${before.base}lib/main.js`)).headers.get(policy)).toBeNull();
    await editor.post(editorPath, { intent: 'isolation', isolated: 'yes' });
    const { page, html, base } = await play(owner);
    expect(page.headers.get(policy)).toBe('credentialless');
    expect(page.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(html).toContain('allow="fullscreen; cross-origin-isolated"');
    expect((await load(`${base}lib/main.js`)).headers.get(policy)).toBe('require-corp');
    expect((await owner.get('/library')).headers.get(policy)).toBeNull();
    await editor.post(editorPath, { intent: 'isolation' });
    expect((await play(owner)).page.headers.get(policy)).toBeNull();
    const logged = await database.db
      .select({ act: adminLog.act })
      .from(adminLog)
      .where(eq(adminLog.subject, String(gameId)))
      .orderBy(adminLog.id);
    expect(logged.slice(-2)).toEqual([{ act: 'isolate-game' }, { act: 'end-game-isolation' }]);
  });

  test('is switched by editors only', async () => {
    const { owner, editorPath, gameId } = await createSavingGame();
    const answer = await owner.post(editorPath, { intent: 'isolation', isolated: 'yes' });
    expect(answer.status).toBe(404);
    const [delivery] = await database.db
      .select({ isIsolated: gameDeliveries.isIsolated })
      .from(gameDeliveries)
      .where(eq(gameDeliveries.gameId, gameId));
    expect(delivery).toEqual({ isIsolated: false });
  });
});
