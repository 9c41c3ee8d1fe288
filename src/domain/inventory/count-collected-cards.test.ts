import { beforeAll, expect, it } from 'vitest';
import { cardKinds } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import { countCollectedCards } from './count-collected-cards.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

it('counts the own copies of one game, also those for sale, by card kind', async () => {
  const { db } = database;
  const ctx = { ...createTestCtx(db), actor: await createPlayer(db) };
  const other = await createPlayer(db);
  const [game, otherGame] = [await createGame(db), await createGame(db)];
  const kinds = await db.select({ id: cardKinds.id }).from(cardKinds).limit(2);
  const [first = '', second = ''] = kinds.map(({ id }) => id);
  const give = (ownerId: string, gameId: number, kindId: string, state?: 'listed' | 'retired') =>
    createCard(db, { ownerId, gameId, kindId, ...(state && { state }) });
  await give(ctx.actor.id, game.id, first);
  await give(ctx.actor.id, game.id, first, 'listed');
  await give(ctx.actor.id, game.id, second, 'retired');
  await give(ctx.actor.id, otherGame.id, second);
  await give(other.id, game.id, second);
  expect(await countCollectedCards(ctx, game.id)).toEqual({ [first]: 2 });
});
