import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPreferences } from '#domain/accounts/preferences/read-preferences.ts';
import { savePreferences } from '#domain/accounts/preferences/save-preferences.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { startPlaySession } from '#domain/gameplay/start-play-session.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createGame } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { badKeys, readPlayerData } from '#test/fixtures/rejected-forms.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

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
    await buyGame(ctx, { gameId: game.id, key: randomUUID(), price: 9_99 });
    const before = await readPlayerData(database.db);
    const response = await player.post(`/game-session/${game.id}`, fields);
    expect(response.status).toBe(400);
    expect(await readPlayerData(database.db)).toEqual(before);
  });

  it('awards no card without the game, without a play session or before a full cycle', async () => {
    const { player, ctx } = await createLoggedInPlayer(database.db);
    const [owned, other] = [await createGame(database.db), await createGame(database.db)];
    await buyGame(ctx, { gameId: owned.id, key: randomUUID(), price: 9_99 });
    const requestAward = async (gameId: number) =>
      (await player.post(`/game-session/${gameId}`, { intent: 'award', key: randomUUID() })).status;
    // The screen redirects players who do not own the game.
    expect(await requestAward(other.id)).toBe(302);
    expect(await requestAward(owned.id)).toBe(409);
    await startPlaySession(ctx, { gameId: owned.id });
    expect(await requestAward(owned.id)).toBe(409);
    expect((await player.post(`/game-session/${other.id}`, { intent: 'start' })).status).toBe(302);
  });

  it('saves whether the player wants sounds, and nothing else', async () => {
    const { player, ctx } = await createLoggedInPlayer(database.db);
    const game = await createGame(database.db);
    await buyGame(ctx, { gameId: game.id, key: randomUUID(), price: 9_99 });
    const path = `/game-session/${game.id}`;
    const { id } = ctx.actor;
    await savePreferences(ctx, { marketView: 'cards' });
    expect((await player.post(path, { intent: 'sound', hasSound: 'yes' })).status).toBe(200);
    expect(await readPreferences(database.db, id)).toMatchObject({
      hasSound: true,
      marketView: 'cards',
    });
    await player.post(path, { intent: 'sound' });
    expect(await readPreferences(database.db, id)).toMatchObject({ hasSound: false });
  });
});
