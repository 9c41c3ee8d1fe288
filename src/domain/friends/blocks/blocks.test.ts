import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import type { DomainEvent } from '#domain/events.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { getRelation } from '#test/fixtures/friends.ts';
import { removeFriend } from '../remove-friend.ts';
import { acceptFriendRequest } from '../requests/answer-friend-request.ts';
import { cancelFriendRequest } from '../requests/cancel-friend-request.ts';
import { sendFriendRequest } from '../requests/send-friend-request.ts';
import { blockPerson, unblockPerson } from './block-person.ts';

const database = useDatabase();

let events: DomainEvent[];
let ctx: Ctx;
let ada: Actor;
let bo: Actor;

beforeEach(async () => {
  events = [];
  ctx = createTestCtx(database.db, {
    events: { publish: (event) => void events.push(event) },
  });
  ada = await createPlayer(database.db);
  bo = await createPlayer(database.db);
});

const as = (actor: Actor | null): Ctx => ({ ...ctx, actor });
const getState = async (player: Actor | null, other: Actor) =>
  (await getRelation(as(player), other)).state;
const sendRequest = (player: Actor | null, other: Actor) => sendFriendRequest(as(player), other);
const getNotifiedIds = () =>
  events.flatMap((event) => ('userIds' in event ? [event.userIds.toSorted()] : []));
const bothIds = () => [ada.id, bo.id].toSorted();

async function makeFriends() {
  await sendRequest(ada, bo);
  await acceptFriendRequest(as(bo), ada);
  events.length = 0;
}

describe('removing a friend', () => {
  test('ends the friendship for both players, once', async () => {
    await makeFriends();
    await removeFriend(as(bo), ada);
    expect([await getState(ada, bo), await getState(bo, ada)]).toEqual(['none', 'none']);
    expect(getNotifiedIds()).toEqual([bothIds()]);
    await expect(removeFriend(as(ada), bo)).rejects.toMatchObject({ code: 'not-friends' });
  });

  test('does not affect other friendships', async () => {
    await makeFriends();
    const eve = await createPlayer(database.db);
    await expect(removeFriend(as(eve), bo)).rejects.toMatchObject({ code: 'not-friends' });
    expect(await getState(ada, bo)).toBe('friends');
  });
});

describe('a block', () => {
  test('ends a friendship and rejects requests in both directions, without showing who blocked', async () => {
    await makeFriends();
    await blockPerson(as(ada), bo);
    await blockPerson(as(ada), bo);
    expect(await getRelation(as(ada), bo)).toEqual({
      state: 'none',
      blocked: true,
      reachable: false,
    });
    expect(await getRelation(as(bo), ada)).toEqual({
      state: 'none',
      blocked: false,
      reachable: false,
    });
    expect(getNotifiedIds()).toEqual([bothIds(), [ada.id]]);
    for (const [player, other] of [
      [ada, bo],
      [bo, ada],
    ] as const) {
      await expect(sendRequest(player, other)).rejects.toMatchObject({ code: 'not-reachable' });
      await expect(removeFriend(as(player), other)).rejects.toMatchObject({ code: 'not-friends' });
    }
    await unblockPerson(as(ada), bo);
    expect([await getState(ada, bo), await getState(bo, ada)]).toEqual(['none', 'none']);
    expect(await sendRequest(bo, ada)).toEqual({ state: 'pending' });
  });

  test('deletes friend requests in both directions', async () => {
    await sendRequest(ada, bo);
    await blockPerson(as(bo), ada);
    await expect(acceptFriendRequest(as(bo), ada)).rejects.toMatchObject({ code: 'request-gone' });
    expect(await getState(ada, bo)).toBe('none');
    const eve = await createPlayer(database.db);
    await sendRequest(ada, eve);
    await blockPerson(as(ada), eve);
    await expect(acceptFriendRequest(as(eve), ada)).rejects.toMatchObject({ code: 'request-gone' });
  });

  test('stays when the other player removes the own block', async () => {
    await blockPerson(as(ada), bo);
    await blockPerson(as(bo), ada);
    await unblockPerson(as(ada), bo);
    await expect(sendRequest(ada, bo)).rejects.toMatchObject({ code: 'not-reachable' });
    expect(await getRelation(as(bo), ada)).toMatchObject({ blocked: true });
  });

  test('cannot be set or removed by visitors and guests, nor on the own account', async () => {
    const guest = await createPlayer(database.db, { role: 'guest' });
    for (const useCase of [
      blockPerson,
      unblockPerson,
      removeFriend,
      cancelFriendRequest,
      acceptFriendRequest,
    ]) {
      await expect(useCase(as(null), bo)).rejects.toMatchObject({ code: 'login-required' });
      await expect(useCase(as(guest), bo)).rejects.toMatchObject({ code: 'guest-not-allowed' });
    }
    await expect(blockPerson(as(ada), ada)).rejects.toMatchObject({ code: 'block-self' });
  });
});

test('the relation of a visitor, the own account and a guest', async () => {
  expect(await getRelation(as(null), bo)).toEqual({
    state: 'visitor',
    blocked: false,
    reachable: true,
  });
  expect(await getRelation(as(bo), bo)).toEqual({
    state: 'self',
    blocked: false,
    reachable: false,
  });
  const guest = await createPlayer(database.db, { role: 'guest' });
  expect(await getRelation(as(bo), guest)).toMatchObject({ state: 'none', reachable: false });
  expect(await getRelation(as(guest), bo)).toMatchObject({ state: 'none', reachable: false });
});
