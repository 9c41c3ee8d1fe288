import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { cards } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { listCardKinds } from '#domain/card-sets/list-card-set.ts';
import { craftBadge } from '#domain/crafting/craft-badge.ts';
import { placeOrder } from '#domain/market/orders/place-order.ts';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import {
  createActorCtx,
  createRandomForRaces,
  errorCodesOf,
  kindId,
} from '#test/fixtures/market.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { acceptOffer } from './accept-offer.ts';
import { createOffer } from './create-offer.ts';

const database = useDatabase({ max: 40 });
const { atOnce } = createRandomForRaces('last-copy-races');
const as = (actor: Actor) => createActorCtx(database.db, actor);
const key = () => randomUUID();
const rounds = 15;

useRaceChecks(database);
beforeAll(async () => {
  await createCardSets(database.db);
});

/**
 * An owner with one complete set, of which one card is offered to a friend as a gift and ordered by another
 * player. The functions craft it, sell it and accept it.
 */
async function createWantedCard() {
  const { db } = database;
  const { id: gameId } = await createGame(db);
  const [owner, friend] = [await createPlayer(db), await createPlayer(db)];
  const buyer = await createPlayer(db, { balance: 10_00 });
  await befriend(db, owner.id, friend.id);
  for (const kind of await listCardKinds(db, gameId))
    await createCard(db, { ownerId: owner.id, gameId, kindId: kind.id });
  await placeOrder(as(buyer), { gameId, kindId, price: 2_00, quantity: 1, key: key() });
  const { offerId } = await createOffer(as(owner), {
    username: friend.username,
    give: [{ gameId, kindId, copies: 1 }],
    want: [],
    message: '',
    key: key(),
  });
  const findCard = async () => {
    const [card] = await db
      .select({ ownerId: cards.ownerId, state: cards.state })
      .from(cards)
      .where(and(eq(cards.gameId, gameId), eq(cards.kindId, kindId)));
    return card;
  };
  const offers = [{ gameId, kindId, price: 1_00, copies: 1 }];
  return {
    owner,
    friend,
    buyer,
    findCard,
    craft: () => craftBadge(as(owner), { gameId, key: key() }),
    sell: () => sellCards(as(owner), { offers, key: key() }),
    accept: () => acceptOffer(as(friend), { offerId, key: key() }),
  };
}

it('a last copy that is crafted, sold into an order and traded at once goes to one place', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { owner, friend, buyer, findCard, craft, sell, accept } = await createWantedCard();
    const done: object[] = [];
    const record = (act: () => Promise<unknown>, result: object) => async () => {
      await act();
      done.push(result);
    };
    const results = await atOnce([
      record(craft, { ownerId: owner.id, state: 'consumed' }),
      record(sell, { ownerId: buyer.id, state: 'held' }),
      record(accept, { ownerId: friend.id, state: 'held' }),
    ]);
    expect(errorCodesOf(results)).toHaveLength(2);
    expect(done).toEqual([await findCard()]);
  }
});

it('a gift that is accepted while its sender is suspended arrives or stays', async () => {
  const moderator = await createPlayer(database.db, { role: 'moderator' });
  for (let round = 0; round < rounds; round += 1) {
    const { owner, friend, findCard, accept } = await createWantedCard();
    let ownerId = owner.id;
    const suspension = { username: owner.username, days: 1, reason: 'A test.' };
    const results = await atOnce([
      () => suspendAccount(as(moderator), suspension),
      async () => {
        await accept();
        ownerId = friend.id;
      },
    ]);
    expect(errorCodesOf(results)).toHaveLength(ownerId === owner.id ? 1 : 0);
    expect(await findCard()).toEqual({ ownerId, state: 'held' });
  }
});
