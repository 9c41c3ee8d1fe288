import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createCard, createCardSets, createGame, createPlayer } from '../fixtures/factories.ts';
import { callerOf, createFunctionFixture } from '../fixtures/realm-functions.ts';

const database = useDatabase();
beforeAll(() => createCardSets(database.db));

it('orderMissingCards says of each card whether it was bought, ordered or left out', async () => {
  const { call, people, ctx } = await createFunctionFixture(database.db);
  const { id: gameId, name: game } = await createGame(database.db, {
    name: `Tower ${randomUUID().slice(0, 8)}`,
  });
  const seller = await createPlayer(database.db);
  const give = (ownerId: string, kindId: string) =>
    createCard(database.db, { ownerId, gameId, kindId });
  await give(people.ada.id, 'default-dog');
  await give(seller.id, 'default-crown');
  const offers = [{ gameId, kindId: 'default-crown', price: 2_00, copies: 1 }];
  await sellCards({ ...ctx, actor: seller }, { offers, key: randomUUID() });
  const order = (...orders: unknown[]) =>
    call(callerOf(people.ada), 'orderMissingCards', [people.ada.username, null, game, orders]);
  expect(
    await order(
      { cardName: 'crown', price: 2.5 },
      { cardName: 'Cat', price: '1.20' },
      { cardName: 'Dog', price: 1 },
    ),
  ).toEqual({
    success: true,
    cards: [
      {
        cardName: 'Crown',
        price: 2.5,
        ordered: true,
        orderId: expect.any(String),
        boughtFor: 2,
      },
      {
        cardName: 'Cat',
        price: 1.2,
        ordered: true,
        orderId: expect.any(String),
        boughtFor: null,
      },
      { cardName: 'Dog', price: 1, ordered: false, error: 'You have this card.' },
    ],
  });
  expect(await order({ cardName: 'Cat', price: 1 })).toMatchObject({
    cards: [{ ordered: false, error: 'You have an open order for this card.' }],
  });
  expect(await order({ cardName: 'No card', price: 1 })).toMatchObject({ success: false });
  await expect(order()).rejects.toThrow('has no cards');
});
