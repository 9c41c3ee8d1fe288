import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Audience } from '#shared/constants/privacy.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import { createTradingFriends, crown, dog } from '#test/fixtures/trading-friends.ts';
import { findGameSummary } from '../catalog/games/find-game-summary.ts';
import { savePrivacy } from '../privacy/save-privacy.ts';
import { acceptOffer } from './accept-offer.ts';
import { counterOffer } from './create-offer.ts';
import { counterOfferByName, createOfferByName } from './create-offer-by-name.ts';
import { getTradeDraft } from './get-trade-draft.ts';

const database = useDatabase();
beforeAll(() => createCardSets(database.db));

let friends: Awaited<ReturnType<typeof createTradingFriends>>;

beforeEach(async () => {
  friends = await createTradingFriends(database.db);
  const { ada, bo, give } = friends;
  await give(ada, crown);
  await give(bo, dog);
});

const hideCards = (audience: Audience) =>
  savePrivacy(friends.as(friends.bo), { inventoryVisibility: audience });

const expected = { code: 'inventory-hidden' };

test('nobody asks for cards that they may not see, by id or by name', async () => {
  const { ada, bo, as, offer, gameId, ctx } = friends;
  await hideCards('nobody');
  await expect(offer(ada, bo)).rejects.toMatchObject(expected);
  const game = (await findGameSummary(ctx, gameId))?.name ?? '';
  // The answer is the same for a card that is there and for one that is not.
  for (const card of ['Dog', 'Cat']) {
    const named = { give: [], want: [{ game, card, copies: 1 }], message: '', key: randomUUID() };
    const offered = createOfferByName(as(ada), { ...named, username: bo.username });
    await expect(offered).rejects.toMatchObject(expected);
  }
});

test('the draft of a trade has no cards that the actor may not see', async () => {
  const { ada, bo, as, card } = friends;
  const query = { username: bo.username, give: [], get: [card(dog)] };
  const pages = { own: { q: '', page: 1 }, theirs: { q: '', page: 1 } };
  const read = () => getTradeDraft(as(ada), { ...query, ...pages });
  expect(await read()).toMatchObject({ hidesCards: false, get: [{ kindId: dog }] });
  await hideCards('nobody');
  expect(await read()).toMatchObject({ hidesCards: true, get: [], theirs: { items: [] } });
});

test('friends who may see the cards can ask for them', async () => {
  const { ada, bo, offer } = friends;
  await hideCards('friends');
  expect(await offer(ada, bo)).toEqual({ offerId: expect.any(String) });
});

test('a player who hides the cards can offer and get some, and its offer can be accepted', async () => {
  const { ada, bo, as, offer, card, held } = friends;
  await hideCards('nobody');
  const { offerId } = await offer(bo, ada, { give: [card(dog)], want: [card(crown)] });
  const key = randomUUID();
  const sides = { give: [card(crown)], want: [card(dog)], message: '', key };
  await expect(counterOffer(as(ada), { ...sides, offerId })).rejects.toMatchObject(expected);
  const named = { give: [], want: [{ game: 'x', card: 'Dog', copies: 1 }], message: '', key };
  await expect(counterOfferByName(as(ada), { ...named, offerId })).rejects.toMatchObject(expected);
  await offer(ada, bo, { give: [card(crown)], want: [] });
  await acceptOffer(as(ada), { offerId, key: randomUUID() });
  expect([await held(ada), await held(bo)]).toEqual([[dog], [crown]]);
});
