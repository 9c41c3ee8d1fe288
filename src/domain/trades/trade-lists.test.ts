import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { cardKinds, messages } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { createTradedGame } from '#test/fixtures/market.ts';
import { createOffer } from './create-offer.ts';
import { getTradeDraft } from './get-trade-draft.ts';
import { listOffersOfMessages } from './list-offers.ts';
import { matchFriends } from './match-friends.ts';

const database = useDatabase();
// Two kinds of one rarity, so that they can be swapped.
const [dog, pistol] = ['default-dog', 'default-pistol'];
const as = (actor: Actor) => createTestCtx(database.db, { actor });

let gameId: number;
let ada: Actor;
let bo: Actor;

beforeEach(async () => {
  const { db } = database;
  gameId = await createTradedGame(db);
  for (const kind of [dog, pistol]) {
    const picture = `/art/cards/any/${kind}-01234567.svg`;
    await db.update(cardKinds).set({ picture }).where(eq(cardKinds.id, kind));
  }
  [ada, bo] = [await createPlayer(db), await createPlayer(db)];
  await befriend(db, ada.id, bo.id);
  for (const [owner, kindId] of [[ada, pistol] as const, [bo, dog] as const])
    for (let copy = 0; copy < 2; copy += 1)
      await createCard(db, { ownerId: owner.id, gameId, kindId });
});

const pictureOf = (kind: string) => `/art/cards/${gameId}/${kind}-01234567.svg`;

it('a new offer shows the chosen cards as their game draws them', async () => {
  const page = { q: '', page: 1 };
  const draft = await getTradeDraft(as(ada), {
    username: bo.username,
    give: [{ gameId, kindId: pistol, copies: 1 }],
    get: [{ gameId, kindId: dog, copies: 3 }],
    own: page,
    theirs: page,
  });
  expect(draft.give).toMatchObject([{ kindId: pistol, copies: 1, picture: pictureOf(pistol) }]);
  // Of three copies, the friend has two.
  expect(draft.get).toMatchObject([{ kindId: dog, copies: 2, picture: pictureOf(dog) }]);
  expect(draft.own.items).toMatchObject([{ kindId: pistol, picture: pictureOf(pistol) }]);
});

it('a suggested swap has a duplicate of each side that the other one misses', async () => {
  const [match, ...others] = await matchFriends(as(ada));
  expect(others).toEqual([]);
  expect(match).toMatchObject({
    username: bo.username,
    give: [{ kindId: pistol, picture: pictureOf(pistol) }],
    get: [{ kindId: dog, picture: pictureOf(dog) }],
  });
});

it('an older part of a conversation has no offers of later messages', async () => {
  const offerIds: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { offerId } = await createOffer(as(ada), {
      username: bo.username,
      give: [{ gameId, kindId: pistol, copies: 1 }],
      want: [],
      message: '',
      key: randomUUID(),
    });
    offerIds.push(offerId);
  }
  const [first] = await database.db
    .select()
    .from(messages)
    .where(eq(messages.tradeOfferId, offerIds[0] ?? ''));
  const conversationId = first?.conversationId ?? '';
  const listed = async (reader: Actor, before?: number) =>
    (await listOffersOfMessages(as(reader), { conversationId, before })).map(
      ({ offer }) => offer.id,
    );
  expect(await listed(bo, 3)).toEqual([offerIds[1], offerIds[0]]);
  expect(await listed(ada)).toEqual(offerIds.toReversed());
  expect(await listed(await createPlayer(database.db))).toEqual([]);
});
