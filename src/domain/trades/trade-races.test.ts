import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { cards, tradeOffers } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { removeFriend } from '#domain/friends/remove-friend.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { roundsOfRun } from '#test/config/nightly.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import {
  createActorCtx,
  createRandomForRaces,
  createTradedGame,
  errorCodesOf,
  kindId,
} from '#test/fixtures/market.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { acceptOffer } from './accept-offer.ts';
import { declineOffer, withdrawOffer } from './close-offer.ts';
import { counterOffer, createOffer } from './create-offer.ts';

const database = useDatabase({ max: 60 });
const key = () => randomUUID();
const { atOnce } = createRandomForRaces('trade-races');
const as = (actor: Actor) => createActorCtx(database.db, actor);
const otherKind = 'default-dog';
const rounds = roundsOfRun(8, 30);

let gameId: number;
useRaceChecks(database);
beforeAll(async () => {
  gameId = await createTradedGame(database.db);
});

/** Two friends: one has a card that the other wants, and the other way round. */
async function createFriends(): Promise<[Actor, Actor]> {
  const { db } = database;
  const [one, other] = [await createPlayer(db), await createPlayer(db, { balance: 10_00 })];
  await befriend(db, one.id, other.id);
  await createCard(db, { ownerId: one.id, gameId, kindId });
  await createCard(db, { ownerId: other.id, gameId, kindId: otherKind });
  return [one, other];
}

const card = (kind: string) => ({ gameId, kindId: kind, copies: 1 });
const input = () => ({ give: [card(kindId)], want: [card(otherKind)], message: '', key: key() });
const offer = (from: Actor, to: Actor) =>
  createOffer(as(from), { ...input(), username: to.username });
const offerBack = (from: Actor, to: Actor) =>
  createOffer(as(from), {
    give: [card(otherKind)],
    want: [card(kindId)],
    message: '',
    key: key(),
    username: to.username,
  });
const accept = (actor: Actor, offerId: string) => acceptOffer(as(actor), { offerId, key: key() });

async function ownersOf(people: readonly Actor[], kind: string): Promise<string[]> {
  const rows = await database.db
    .select({ ownerId: cards.ownerId })
    .from(cards)
    .where(
      and(
        eq(cards.kindId, kind),
        inArray(
          cards.ownerId,
          people.map(({ id }) => id),
        ),
      ),
    );
  return rows.map(({ ownerId }) => ownerId);
}

const countDone = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

it('the same trade, offered by both and accepted by both at once, happens once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = await createFriends();
    const first = await offer(one, other);
    const second = await offerBack(other, one);
    const results = await atOnce([
      () => accept(other, first.offerId),
      () => accept(one, second.offerId),
      () => accept(other, first.offerId),
    ]);
    expect(countDone(results)).toBe(1);
    for (const code of errorCodesOf(results))
      expect(['offer-cards-gone', 'offer-closed']).toContain(code);
    expect(await ownersOf([one, other], kindId)).toEqual([other.id]);
    expect(await ownersOf([one, other], otherKind)).toEqual([one.id]);
  }
});

it('an offer that is accepted, withdrawn, declined, countered and ended at once is closed once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = await createFriends();
    const { offerId } = await offer(one, other);
    const endsFriendship = round % 2 === 0;
    const counter = { ...input(), give: [card(otherKind)], want: [card(kindId)] };
    const closing = await atOnce([
      () => accept(other, offerId),
      () => withdrawOffer(as(one), { offerId, key: key() }),
      () => declineOffer(as(other), { offerId, key: key() }),
      () => counterOffer(as(other), { ...counter, offerId }),
      ...(endsFriendship ? [() => removeFriend(as(one), { username: other.username })] : []),
    ]);
    // The end of a friendship succeeds also when the offer was closed before.
    if (endsFriendship) expect(countDone(closing)).toBeLessThanOrEqual(2);
    else expect(countDone(closing)).toBe(1);
    for (const code of errorCodesOf(closing))
      expect(['offer-closed', 'not-friends', 'offer-cards-gone']).toContain(code);
    const [stored] = await database.db
      .select()
      .from(tradeOffers)
      .where(eq(tradeOffers.id, offerId));
    expect(stored?.state).not.toBe('open');
    const owner = stored?.state === 'accepted' ? other.id : one.id;
    expect(await ownersOf([one, other], kindId)).toEqual([owner]);
  }
});

it('a card that is sold while its offer is accepted goes to one of the two', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = await createFriends();
    const buyer = await createPlayer(database.db, { balance: 10_00 });
    const { offerId } = await offer(one, other);
    const results = await atOnce([
      () => accept(other, offerId),
      async () => {
        const offers = [{ gameId, kindId, price: 50, copies: 1 }];
        const { itemIds } = await sellCards(as(one), { offers, key: key() });
        return buyListing(as(buyer), { itemId: itemIds[0] ?? '', key: key() });
      },
    ]);
    expect(countDone(results)).toBe(1);
    const owners = await ownersOf([one, other, buyer], kindId);
    expect(owners).toHaveLength(1);
    expect([other.id, buyer.id]).toContain(owners[0]);
  }
});

it('of two offers for the same last copy, one is accepted', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = await createFriends();
    const third = await createPlayer(database.db);
    await befriend(database.db, one.id, third.id);
    await createCard(database.db, { ownerId: third.id, gameId, kindId: otherKind });
    const offers = [await offer(one, other), await offer(one, third)];
    const results = await atOnce([
      () => accept(other, offers[0]?.offerId ?? ''),
      () => accept(third, offers[1]?.offerId ?? ''),
    ]);
    expect(countDone(results)).toBe(1);
    expect(errorCodesOf(results)).toEqual(['offer-cards-gone']);
    expect((await ownersOf([one], otherKind)).length).toBe(1);
  }
});
