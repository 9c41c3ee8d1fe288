import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { friendRequests, friendships, notifications, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import type { DomainEvent } from '#domain/events.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { getRelation } from '#test/fixtures/friends.ts';
import type { Actor } from '../actor.ts';
import { savePrivacy } from '../privacy/save-privacy.ts';
import { deleteOldRows } from '../retention/delete-old-rows.ts';
import { areFriends } from './are-friends.ts';
import { countFriends } from './count-friends.ts';
import { toFriendPair } from './lock-friend-pair.ts';
import { acceptFriendRequest, declineFriendRequest } from './requests/answer-friend-request.ts';
import { cancelFriendRequest } from './requests/cancel-friend-request.ts';
import { sendFriendRequest } from './requests/send-friend-request.ts';

const database = useDatabase();

let clock: ReturnType<typeof createClock>;
let events: DomainEvent[];
let ctx: Ctx;
let ada: Actor;
let bo: Actor;

beforeEach(async () => {
  clock = createClock();
  events = [];
  ctx = createTestCtx(database.db, {
    clock,
    events: { publish: (event) => void events.push(event) },
  });
  ada = await createPlayer(database.db);
  bo = await createPlayer(database.db);
});

const as = (actor: Actor | null): Ctx => ({ ...ctx, actor });
const getState = async (player: Actor | null, other: Actor) =>
  (await getRelation(as(player), other)).state;
const send = (player: Actor | null, other: Actor) => sendFriendRequest(as(player), other);
const getNotifiedIds = () =>
  events.flatMap((event) => ('userIds' in event ? [event.userIds.toSorted()] : []));
const bothIds = () => [ada.id, bo.id].toSorted();

describe('a friend request', () => {
  test('is pending until it is accepted, which makes both friends and notifies the sender', async () => {
    expect([await getState(ada, bo), await getState(bo, ada)]).toEqual(['none', 'none']);
    expect(await send(ada, bo)).toEqual({ state: 'pending' });
    expect([await getState(ada, bo), await getState(bo, ada)]).toEqual(['pending', 'received']);
    await acceptFriendRequest(as(bo), ada);
    expect([await getState(ada, bo), await getState(bo, ada)]).toEqual(['friends', 'friends']);
    expect(await areFriends(database.db, bo.id, ada.id)).toBe(true);
    expect([
      await countFriends(database.db, ada.id),
      await countFriends(database.db, bo.id),
    ]).toEqual([1, 1]);
    expect(getNotifiedIds()).toEqual([bothIds(), bothIds()]);
    await ctx.notifier.flush();
    expect(
      await database.db.select().from(notifications).where(eq(notifications.userId, ada.id)),
    ).toMatchObject([{ kind: 'request-accepted', actorId: bo.id }]);
  });

  test('to a player who has already sent one makes both friends at once', async () => {
    await send(ada, bo);
    expect(await send(bo, ada)).toEqual({ state: 'friends' });
    expect(await getState(ada, bo)).toBe('friends');
    await ctx.notifier.flush();
    expect(
      await database.db.select().from(notifications).where(eq(notifications.userId, ada.id)),
    ).toHaveLength(1);
    expect(
      await database.db.select().from(notifications).where(eq(notifications.userId, bo.id)),
    ).toEqual([]);
  });

  test('finds its target without regard to the case of the username', async () => {
    await send(ada, { ...bo, username: bo.username.toUpperCase() });
    expect(await getState(ada, bo)).toBe('pending');
  });

  test('can be cancelled and sent again', async () => {
    await send(ada, bo);
    await cancelFriendRequest(as(ada), bo);
    expect([await getState(ada, bo), await getState(bo, ada)]).toEqual(['none', 'none']);
    await expect(cancelFriendRequest(as(ada), bo)).rejects.toMatchObject({ code: 'request-gone' });
    await expect(acceptFriendRequest(as(bo), ada)).rejects.toMatchObject({ code: 'request-gone' });
    await send(ada, bo);
    expect(await getState(bo, ada)).toBe('received');
  });

  test('cannot be answered by its sender or a stranger', async () => {
    await send(ada, bo);
    const eve = await createPlayer(database.db);
    for (const answer of [acceptFriendRequest, declineFriendRequest]) {
      await expect(answer(as(ada), bo)).rejects.toMatchObject({ code: 'request-gone' });
      await expect(answer(as(eve), ada)).rejects.toMatchObject({ code: 'request-gone' });
      await expect(answer(as(bo), eve)).rejects.toMatchObject({ code: 'request-gone' });
    }
    expect(await getState(bo, ada)).toBe('received');
  });
});

describe('a player who accepts no friend requests', () => {
  beforeEach(() => savePrivacy(as(bo), { friendRequestsFrom: 'nobody' }));

  test('cannot be reached, as if the player had blocked the sender', async () => {
    await expect(send(ada, bo)).rejects.toMatchObject({ code: 'not-reachable' });
    expect(await getRelation(as(ada), bo)).toMatchObject({ state: 'none', reachable: false });
  });

  test('can send requests, and accept those of before', async () => {
    await savePrivacy(as(bo), { friendRequestsFrom: 'everybody' });
    await send(ada, bo);
    await savePrivacy(as(bo), { friendRequestsFrom: 'nobody' });
    expect(await getRelation(as(bo), ada)).toMatchObject({ state: 'received', reachable: true });
    await acceptFriendRequest(as(bo), ada);
    expect(await getState(ada, bo)).toBe('friends');
  });

  test('becomes a friend of a player to whom it sent a request', async () => {
    await send(bo, ada);
    expect(await getRelation(as(ada), bo)).toMatchObject({ state: 'received', reachable: true });
    expect(await send(ada, bo)).toEqual({ state: 'friends' });
  });
});

describe('a declined friend request', () => {
  beforeEach(async () => {
    await send(ada, bo);
    events.length = 0;
    await declineFriendRequest(as(bo), ada);
  });

  test('looks pending to its sender for a day; then the sender can send another one', async () => {
    expect([await getState(ada, bo), await getState(bo, ada)]).toEqual(['pending', 'none']);
    expect(getNotifiedIds()).toEqual([[bo.id]]);
    await expect(send(ada, bo)).rejects.toMatchObject({ code: 'request-pending' });
    await expect(declineFriendRequest(as(bo), ada)).rejects.toMatchObject({ code: 'request-gone' });
    await expect(acceptFriendRequest(as(bo), ada)).rejects.toMatchObject({ code: 'request-gone' });
    clock.advance(friendsConstants.declinedMs - 1);
    expect(await getState(ada, bo)).toBe('pending');
    clock.advance(1);
    expect(await getState(ada, bo)).toBe('none');
    await send(ada, bo);
    expect([await getState(ada, bo), await getState(bo, ada)]).toEqual(['pending', 'received']);
  });

  test('is deleted by the nightly purge when it has no effect any more, and no sooner', async () => {
    const eve = await createPlayer(database.db);
    await send(eve, bo);
    const countRequests = () =>
      database.db.$count(friendRequests, eq(friendRequests.targetId, bo.id));
    clock.advance(friendsConstants.declinedMs);
    await deleteOldRows(as(ada));
    expect(await countRequests()).toBe(2);
    clock.advance(1);
    await deleteOldRows(as(ada));
    expect(await countRequests()).toBe(1);
    expect([await getState(ada, bo), await getState(eve, bo)]).toEqual(['none', 'pending']);
  });

  test('cannot be sent again within the day by cancelling it first', async () => {
    await cancelFriendRequest(as(ada), bo);
    expect(await getState(ada, bo)).toBe('none');
    await expect(cancelFriendRequest(as(ada), bo)).rejects.toMatchObject({ code: 'request-gone' });
    expect(await send(ada, bo)).toEqual({ state: 'pending' });
    expect([await getState(ada, bo), await getState(bo, ada)]).toEqual(['pending', 'none']);
  });

  test('makes both friends when the other player sends one, unless it was cancelled', async () => {
    expect(await send(bo, ada)).toEqual({ state: 'friends' });
    const eve = await createPlayer(database.db);
    await send(ada, eve);
    await declineFriendRequest(as(eve), ada);
    await cancelFriendRequest(as(ada), eve);
    expect(await send(eve, ada)).toEqual({ state: 'pending' });
    expect(await send(ada, eve)).toEqual({ state: 'friends' });
    expect(
      await database.db.select().from(friendRequests).where(eq(friendRequests.senderId, ada.id)),
    ).toEqual([]);
  });
});

test('no friend request can be accepted, declined or cancelled by a visitor or a guest', async () => {
  const guest = await createPlayer(database.db, { role: 'guest' });
  for (const act of [acceptFriendRequest, declineFriendRequest, cancelFriendRequest]) {
    await expect(act(as(null), bo)).rejects.toMatchObject({ code: 'login-required' });
    await expect(act(as(guest), bo)).rejects.toMatchObject({ code: 'guest-not-allowed' });
  }
});

describe('no friend request can be sent', () => {
  test('by a visitor or a guest', async () => {
    const guest = await createPlayer(database.db, { role: 'guest' });
    await expect(send(null, bo)).rejects.toMatchObject({ code: 'login-required' });
    await expect(send(guest, bo)).rejects.toMatchObject({ code: 'guest-not-allowed' });
  });

  test('to oneself, a friend, an unknown player or twice to the same player', async () => {
    await expect(send(ada, ada)).rejects.toMatchObject({ code: 'friend-self' });
    for (const username of ['nobody-there', '', '\0', '%']) {
      await expect(sendFriendRequest(as(ada), { username })).rejects.toMatchObject({
        code: 'user-not-found',
      });
    }
    await send(ada, bo);
    await expect(send(ada, bo)).rejects.toMatchObject({ code: 'request-pending' });
    await acceptFriendRequest(as(bo), ada);
    await expect(send(ada, bo)).rejects.toMatchObject({ code: 'already-friends' });
    await expect(acceptFriendRequest(as(bo), ada)).rejects.toMatchObject({
      code: 'already-friends',
    });
    await expect(cancelFriendRequest(as(ada), bo)).rejects.toMatchObject({
      code: 'already-friends',
    });
  });

  test('to a guest, or to a suspended player until the suspension is over', async () => {
    const guest = await createPlayer(database.db, { role: 'guest' });
    await expect(send(ada, guest)).rejects.toMatchObject({ code: 'not-reachable' });
    const banExpires = new Date(clock.now().getTime() + 1_000);
    await database.db.update(users).set({ banned: true, banExpires }).where(eq(users.id, bo.id));
    expect(await getRelation(as(ada), bo)).toMatchObject({ state: 'none', reachable: false });
    await expect(send(ada, bo)).rejects.toMatchObject({ code: 'not-reachable' });
    clock.advance(1_000);
    await send(ada, bo);
  });

  test('as the twenty-first pending one, until another is accepted, cancelled or a day declined', async () => {
    const people = await Promise.all(
      Array.from({ length: friendsConstants.pendingMax + 1 }, () => createPlayer(database.db)),
    );
    const [first, second, third, ...others] = people;
    if (!first || !second || !third) throw new Error('A player is missing.');
    for (const person of [first, second, third, ...others.slice(0, -1)]) await send(ada, person);
    const last = others.at(-1) ?? first;
    await expect(send(ada, last)).rejects.toMatchObject({ code: 'request-limit' });
    await declineFriendRequest(as(first), ada);
    await expect(send(ada, last)).rejects.toMatchObject({ code: 'request-limit' });
    await acceptFriendRequest(as(second), ada);
    await send(ada, last);
    await expect(send(ada, bo)).rejects.toMatchObject({ code: 'request-limit' });
    await cancelFriendRequest(as(ada), third);
    await send(ada, bo);
    clock.advance(friendsConstants.declinedMs);
    await send(ada, third);
    // A request to a player who has sent one is an acceptance and does not count as pending.
    const eve = await createPlayer(database.db);
    await send(eve, ada);
    expect(await send(ada, eve)).toEqual({ state: 'friends' });
  });

  test('or accepted when it would exceed the friend limit of one of the players', async () => {
    const rows = Array.from({ length: friendsConstants.max }, () => {
      const id = randomUUID();
      return { id, username: id, displayUsername: id, email: `${id}@example.test` };
    });
    await database.db.insert(users).values(rows);
    await database.db
      .insert(friendships)
      .values(rows.map(({ id }) => ({ ...toFriendPair(ada.id, id), since: clock.now() })));
    await send(ada, bo);
    await expect(acceptFriendRequest(as(bo), ada)).rejects.toMatchObject({ code: 'friend-limit' });
    await expect(send(bo, ada)).rejects.toMatchObject({ code: 'friend-limit' });
    expect(await getState(bo, ada)).toBe('received');
  });
});
