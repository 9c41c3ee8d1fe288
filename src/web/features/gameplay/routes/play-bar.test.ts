import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { startPlaySession } from '#domain/gameplay/start-play-session.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createGame } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { badKeys, readPlayerData } from '#test/fixtures/rejected-forms.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

/** Creates a player whose session began `cycles` cycles ago. */
async function createPlayingPlayer(cycles: number) {
  const { player, ctx, web } = await createLoggedInPlayer(database.db);
  const { id: gameId, name } = await createGame(database.db);
  await buyGame(ctx, { gameId, key: randomUUID(), price: 9_99 });
  const startedAt = new Date(ctx.clock.now().getTime() - cycles * ctx.rules.playCycleMs);
  await startPlaySession({ ...ctx, clock: { now: () => startedAt } }, { gameId });
  return { player, web, gameId: String(gameId), name };
}

describe('the play bar', () => {
  it('gets the running session, awards its cards and stops it', async () => {
    const { player, gameId, name } = await createPlayingPlayer(1);
    const read = async () => (await player.get('/play')).json();
    const { running, nextKey } = await read();
    expect(running).toMatchObject({ game: name, gameId: Number(gameId), cards: [] });

    const form = { intent: 'award', gameId, key: nextKey };
    const awarded = await (await player.post('/play', form)).json();
    expect(awarded).toMatchObject({ error: null, running: { cards: [{}] } });
    // A second tab gets the same session and no card.
    const other = { ...form, key: randomUUID() };
    expect(await (await player.post('/play', other)).json()).toMatchObject({
      error: { message: 'The next card is not ready yet.' },
      running: { cards: awarded.running.cards },
    });

    expect(await (await player.post('/play', { intent: 'keep', gameId })).json()).toMatchObject({
      running: { gameId: Number(gameId) },
    });
    const stopped = await (await player.post('/play', { intent: 'stop' })).json();
    expect(stopped).toMatchObject({ running: null, error: null });
    expect((await read()).running).toBeNull();
  });

  it.each<Record<string, string>>([
    {},
    { intent: 'win' },
    { intent: 'keep' },
    { intent: 'keep', gameId: '-1' },
    ...badKeys.map((key) => ({ intent: 'award', gameId: '1', key })),
  ])('rejects the form %j', async (fields) => {
    const { player } = await createPlayingPlayer(1);
    const before = await readPlayerData(database.db);
    expect((await player.post('/play', fields)).status).toBe(400);
    expect(await readPlayerData(database.db)).toEqual(before);
  });

  it('is not for visitors', async () => {
    const { web } = await createPlayingPlayer(0);
    const response = await web.visit().post('/play', { intent: 'stop' });
    expect([response.status, response.headers.get('Location')]).toEqual([
      302,
      '/login?next=%2Fplay',
    ]);
  });
});
