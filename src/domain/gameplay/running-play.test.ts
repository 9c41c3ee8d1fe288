import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCardSets,
  createClock,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import { buyGame } from '../library/buy-game.ts';
import { awardCard } from './award-card.ts';
import { getRunningPlay } from './get-running-play.ts';
import { startPlaySession } from './start-play-session.ts';
import { stopPlaySession } from './stop-play-session.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

it('the play bar has the cards of the running session only, the newest first', async () => {
  const { db } = database;
  const clock = createClock();
  const actor = await createPlayer(db, { balance: 100_00 });
  const ctx = createTestCtx(db, { actor, clock });
  const [earlier, now] = [await createGame(db), await createGame(db)];
  for (const { id: gameId } of [earlier, now]) await buyGame(ctx, { gameId, key: randomUUID() });
  const play = async (gameId: number) => {
    clock.advance(ctx.rules.playCycleMs);
    return (await awardCard(ctx, { gameId, key: randomUUID() })).card.name;
  };

  expect(await getRunningPlay(ctx)).toBeNull();
  await startPlaySession(ctx, { gameId: now.id });
  await play(now.id);
  await startPlaySession(ctx, { gameId: earlier.id });
  await play(earlier.id);
  clock.advance(1_000);
  await startPlaySession(ctx, { gameId: now.id });
  expect((await getRunningPlay(ctx))?.cards).toEqual([]);
  const drawn = [await play(now.id), await play(now.id)];
  const running = await getRunningPlay(ctx);
  expect(running).toMatchObject({ gameId: now.id, game: now.name });
  expect(running?.cards.map(({ name }) => name)).toEqual(drawn.toReversed());
  await stopPlaySession(ctx);
  expect(await getRunningPlay(ctx)).toBeNull();
});
