import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createGame } from '#test/fixtures/factories.ts';
import { createGameOwner } from '#test/fixtures/game-owner.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { awardCard } from './award-card.ts';
import { getRunningPlay } from './get-running-play.ts';
import { startPlaySession } from './start-play-session.ts';
import { stopPlaySession } from './stop-play-session.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

it('the play bar has the cards of the running session only, the newest first', async () => {
  const { db } = database;
  const { ctx, gameId, name } = await createGameOwner(db);
  const { id: earlierId } = await createGame(db);
  await buyGame(ctx, { gameId: earlierId, key: randomUUID(), price: 9_99 });
  const play = async (id: number) => {
    ctx.testClock.advance(ctx.rules.playCycleMs);
    return (await awardCard(ctx, { gameId: id, key: randomUUID() })).card.name;
  };

  expect(await getRunningPlay(ctx)).toBeNull();
  await startPlaySession(ctx, { gameId });
  await play(gameId);
  await startPlaySession(ctx, { gameId: earlierId });
  await play(earlierId);
  ctx.testClock.advance(1_000);
  await startPlaySession(ctx, { gameId });
  expect((await getRunningPlay(ctx))?.cards).toEqual([]);
  const drawn = [await play(gameId), await play(gameId)];
  const running = await getRunningPlay(ctx);
  expect(running).toMatchObject({ gameId, game: name });
  expect(running?.cards.map(({ name }) => name)).toEqual(drawn.toReversed());
  await stopPlaySession(ctx);
  expect(await getRunningPlay(ctx)).toBeNull();
});
