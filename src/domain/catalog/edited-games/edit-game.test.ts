import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { adminLog, gameEarlierNames, gameOverrides, games } from '#database/schema.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { earlierNamesMax } from '#shared/constants/catalog/game-overrides.ts';
import { editedGameInput } from '#shared/schemas/edited-games.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { providerGame } from '#test/fakes/fake-catalog-provider.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { buyGameByName } from '../../game-library/buy-game-by-name.ts';
import { findGameByName } from '../../game-library/find-game-by-name.ts';
import { restoreBundledCovers } from '../covers/restore-bundled-covers.ts';
import { getGame } from '../games/get-game.ts';
import { importGames } from '../games/import-games.ts';
import { listGames } from '../games/list-games.ts';
import { createOwnGame, updateOwnGame } from '../own-games/save-own-game.ts';
import { saveProviderGames } from '../provider/save-provider-games.ts';
import { editGame, takeBackField } from './edit-game.ts';
import { getEditedGame } from './get-edited-game.ts';

const database = useDatabase();
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

async function createFixture() {
  const ctx = createTestCtx(database.db);
  const actor = await createPlayer(database.db, { furtherRoles: [catalogEditor] });
  const editor = { ...ctx, actor };
  const game = generateGame({
    name: unique('Grand Heist'),
    description: 'Of the source.',
    genres: [{ slug: 'action', name: 'Action' }],
    cover: '/art/heist.svg',
  });
  /** Reads the bundle with the game again. */
  const refresh = (values: Partial<typeof game> = {}) =>
    importGames(ctx, generateBundle({ games: [{ ...game, ...values }] }));
  await refresh();
  /** Changes some fields; the others stay. */
  async function edit(fields: Record<string, string>, gameId = game.id) {
    const now = await getEditedGame(editor, gameId);
    const { name, description, website, ageRating, version } = now;
    const shown = { name, description, website: website ?? '', ageRating: ageRating ?? '' };
    const form = { ...shown, genres: now.genres.join(','), ...fields };
    await editGame(editor, { gameId, version, input: editedGameInput.parse(form) });
  }
  const takeBack = async (field: 'name' | 'description' | 'genres') => {
    const { version } = await getEditedGame(editor, game.id);
    await takeBackField(editor, { gameId: game.id, version, field });
  };
  return { ctx, editor, game, refresh, edit, takeBack };
}

it("an editor's text survives a refresh of the source, and can be taken back", async () => {
  const { ctx, editor, game, refresh, edit, takeBack } = await createFixture();
  const name = unique('Bank Day');
  await edit({ name, description: 'Ours.', genres: 'action', ageRating: 'PEGI 18', price: '3' });
  await refresh({ name: unique('Grander'), description: 'Newer.', website: 'https://new.example' });
  expect(await getGame(ctx, game.id)).toMatchObject({
    name,
    description: 'Ours.',
    ageRating: 'PEGI 18',
    website: 'https://new.example',
  });
  const stored = await ctx.db.query.games.findFirst({ where: eq(games.id, game.id) });
  expect(stored?.minimumAge).toBe(18);
  expect((await listGames(ctx, { search: name })).games).toMatchObject([{ id: game.id, name }]);
  const { changes, price } = await getEditedGame(editor, game.id);
  expect(price).toBe(3_00);
  expect(Object.fromEntries(changes.map(({ field, source }) => [field, source]))).toEqual({
    name: expect.stringMatching(/^Grander/),
    description: 'Newer.',
    ageRating: null,
  });
  await takeBack('description');
  await takeBack('name');
  expect(await getGame(ctx, game.id)).toMatchObject({
    name: expect.stringMatching(/^Grander/),
    description: 'Newer.',
  });
  await refresh({ description: 'Newest.' });
  expect(await getGame(ctx, game.id)).toMatchObject({ description: 'Newest.' });
  const logged = and(eq(adminLog.act, 'edit-game'), eq(adminLog.subject, String(game.id)));
  expect(await database.db.$count(adminLog, logged)).toBe(3);
});

it('a refresh by the games database leaves what editors changed', async () => {
  const { ctx, editor, game, edit } = await createFixture();
  await edit({ description: 'Ours.', genres: '' });
  const provided = providerGame({
    id: game.id,
    name: game.name,
    description: 'Theirs.',
    genres: [{ slug: 'puzzle', name: 'Puzzle' }],
  });
  const save = () => database.db.transaction((tx) => saveProviderGames(tx, [provided], new Date()));
  await save();
  const [stored] = await database.db.select().from(games).where(eq(games.id, game.id));
  await save();
  expect((await database.db.select().from(games).where(eq(games.id, game.id)))[0]).toEqual(stored);
  expect(await getGame(ctx, game.id)).toMatchObject({ description: 'Ours.', genres: [] });
  const { changes } = await getEditedGame(editor, game.id);
  expect(changes.find(({ field }) => field === 'genres')?.source).toEqual(['puzzle']);
});

it('an uploaded cover stays at a start without the games database', async () => {
  const { ctx, game } = await createFixture();
  const ofGame = eq(games.id, game.id);
  const path = `/photos/${randomUUID()}/${'a'.repeat(64)}.webp`;
  await database.db
    .update(games)
    .set({ backgroundImage: path, overridden: ['cover'] })
    .where(ofGame);
  const { id: changedBy } = await createPlayer(database.db);
  await database.db
    .insert(gameOverrides)
    .values({ gameId: game.id, field: 'cover', changedBy, changedAt: new Date() });
  await restoreBundledCovers(ctx);
  const [stored] = await database.db.select().from(games).where(ofGame);
  expect(stored?.backgroundImage).toBe(path);
  const [{ sourceValue } = { sourceValue: null }] = await database.db
    .select()
    .from(gameOverrides)
    .where(eq(gameOverrides.gameId, game.id));
  expect(sourceValue).toBe('/art/heist.svg');
});

it('programs buy a renamed game by its earlier name, and a new game of that name comes first', async () => {
  const { ctx, editor, game, edit } = await createFixture();
  const buyer = await createPlayer(database.db, { balance: 50_00 });
  await edit({ name: unique('Renamed') });
  const call = { game: game.name.toUpperCase(), amount: -9_99, key: randomUUID() };
  expect(await buyGameByName({ ...ctx, actor: buyer }, call)).toMatchObject({ gameId: game.id });
  const { gameId } = await createOwnGame(editor, ownGameInput.parse({ name: game.name }));
  const find = (name: string) => findGameByName(database.db, { name, userId: editor.actor.id });
  expect(await find(game.name)).toBe(gameId);
  const renamed = ownGameInput.parse({ name: unique('Own') });
  await updateOwnGame(editor, { gameId, version: 1, input: renamed });
  expect([gameId, game.id]).toContain(await find(game.name));
  await expect(edit({ name: renamed.name })).rejects.toMatchObject({ code: 'game-name-taken' });
  for (let time = 0; time <= earlierNamesMax; time += 1) await edit({ name: unique('Again') });
  const ofGame = eq(gameEarlierNames.gameId, game.id);
  expect(await database.db.$count(gameEarlierNames, ofGame)).toBe(earlierNamesMax);
});

it('of editors who give one name at once, one gets it', async () => {
  const { editor, game, edit } = await createFixture();
  const other = await createFixture();
  const name = unique('Wanted');
  const tries = await Promise.allSettled([
    edit({ name }),
    other.edit({ name: name.toUpperCase() }),
    createOwnGame(editor, ownGameInput.parse({ name })),
  ]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const reasons = tries.flatMap((one) => (one.status === 'rejected' ? one.reason.code : []));
  expect(reasons).toEqual(['game-name-taken', 'game-name-taken']);
  // Nor can the source's name be taken back while another game has it.
  await edit({ name: unique('Away') });
  await createOwnGame(editor, ownGameInput.parse({ name: game.name }));
  const { version, changes } = await getEditedGame(editor, game.id);
  expect(changes).toMatchObject([{ field: 'name', source: game.name }]);
  await expect(
    takeBackField(editor, { gameId: game.id, version, field: 'name' }),
  ).rejects.toMatchObject({ code: 'game-name-taken' });
});

it('is refused for players, for an outdated page and for an unknown genre', async () => {
  const { ctx, editor, game, edit } = await createFixture();
  const input = editedGameInput.parse({ name: game.name });
  const player = { ...ctx, actor: await createPlayer(database.db) };
  const change = { gameId: game.id, version: 1, input };
  await expect(editGame(player, change)).rejects.toMatchObject({ code: 'catalog-editors-only' });
  await expect(getEditedGame(player, game.id)).rejects.toMatchObject({
    code: 'catalog-editors-only',
  });
  await expect(editGame(editor, { ...change, version: 7 })).rejects.toMatchObject({
    code: 'game-changed',
  });
  await expect(edit({ genres: 'no-such-genre' })).rejects.toMatchObject({ code: 'bad-input' });
});
