import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { friendRequests, friendships, notices, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import type { DomainEvent } from '#domain/events.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Actor } from '../base-context.ts';
import { acceptRequest, declineRequest } from './answer-request.ts';
import { areFriends } from './are-friends.ts';
import { cancelRequest } from './cancel-request.ts';
import { countFriends } from './count-friends.ts';
import { pairOf } from './friend-pair.ts';
import { getRelation } from './get-relation.ts';
import { sendRequest } from './send-request.ts';

const database = useDatabase();

let clock: ReturnType<typeof createClock>;
let told: DomainEvent[];
let ctx: Ctx;
let ada: Actor;
let bo: Actor;

beforeEach(async () => {
  clock = createClock();
  told = [];
  ctx = createTestCtx(database.db, {
    clock,
    events: { publish: (event) => void told.push(event) },
  });
  ada = await createPlayer(database.db);
  bo = await createPlayer(database.db);
});

const as = (actor: Actor | null): Ctx => ({ ...ctx, actor });
const state = async (me: Actor | null, other: Actor) => (await getRelation(as(me), other.id)).state;
const ask = (me: Actor | null, other: Actor) => sendRequest(as(me), other);
const changedFor = () =>
  told.flatMap((event) => ('userIds' in event ? [event.userIds.toSorted()] : []));
const both = () => [ada.id, bo.id].toSorted();

describe('a request', () => {
  test('waits until it is accepted, which makes friends of both and tells the asker', async () => {
    expect([await state(ada, bo), await state(bo, ada)]).toEqual(['none', 'none']);
    expect(await ask(ada, bo)).toEqual({ state: 'pending' });
    expect([await state(ada, bo), await state(bo, ada)]).toEqual(['pending', 'asked']);
    await acceptRequest(as(bo), ada);
    expect([await state(ada, bo), await state(bo, ada)]).toEqual(['friends', 'friends']);
    expect(await areFriends(database.db, bo.id, ada.id)).toBe(true);
    expect([
      await countFriends(database.db, ada.id),
      await countFriends(database.db, bo.id),
    ]).toEqual([1, 1]);
    expect(changedFor()).toEqual([both(), both()]);
    await ctx.notifier.flush();
    expect(
      await database.db.select().from(notices).where(eq(notices.userId, ada.id)),
    ).toMatchObject([{ kind: 'request-accepted', actorId: bo.id }]);
  });

  test('to somebody who has asked makes friends at once', async () => {
    await ask(ada, bo);
    expect(await ask(bo, ada)).toEqual({ state: 'friends' });
    expect(await state(ada, bo)).toBe('friends');
    await ctx.notifier.flush();
    expect(await database.db.select().from(notices).where(eq(notices.userId, ada.id))).toHaveLength(
      1,
    );
    expect(await database.db.select().from(notices).where(eq(notices.userId, bo.id))).toEqual([]);
  });

  test('finds its target whatever the case of the name', async () => {
    await ask(ada, { ...bo, username: bo.username.toUpperCase() });
    expect(await state(ada, bo)).toBe('pending');
  });

  test('can be taken back, and asked again', async () => {
    await ask(ada, bo);
    await cancelRequest(as(ada), bo);
    expect([await state(ada, bo), await state(bo, ada)]).toEqual(['none', 'none']);
    await expect(cancelRequest(as(ada), bo)).rejects.toMatchObject({ code: 'request-gone' });
    await expect(acceptRequest(as(bo), ada)).rejects.toMatchObject({ code: 'request-gone' });
    await ask(ada, bo);
    expect(await state(bo, ada)).toBe('asked');
  });

  test('cannot be answered by its sender or a stranger', async () => {
    await ask(ada, bo);
    const eve = await createPlayer(database.db);
    for (const answer of [acceptRequest, declineRequest]) {
      await expect(answer(as(ada), bo)).rejects.toMatchObject({ code: 'request-gone' });
      await expect(answer(as(eve), ada)).rejects.toMatchObject({ code: 'request-gone' });
      await expect(answer(as(bo), eve)).rejects.toMatchObject({ code: 'request-gone' });
    }
    expect(await state(bo, ada)).toBe('asked');
  });
});

describe('a declined request', () => {
  beforeEach(async () => {
    await ask(ada, bo);
    told.length = 0;
    await declineRequest(as(bo), ada);
  });

  test('reads as pending to its sender for a day, who is told nothing; then they may ask again', async () => {
    expect([await state(ada, bo), await state(bo, ada)]).toEqual(['pending', 'none']);
    expect(changedFor()).toEqual([[bo.id]]);
    await expect(ask(ada, bo)).rejects.toMatchObject({ code: 'request-pending' });
    await expect(declineRequest(as(bo), ada)).rejects.toMatchObject({ code: 'request-gone' });
    await expect(acceptRequest(as(bo), ada)).rejects.toMatchObject({ code: 'request-gone' });
    clock.advance(friendsConstants.declinedMs - 1);
    expect(await state(ada, bo)).toBe('pending');
    clock.advance(1);
    expect(await state(ada, bo)).toBe('none');
    await ask(ada, bo);
    expect([await state(ada, bo), await state(bo, ada)]).toEqual(['pending', 'asked']);
  });

  test('is no way around the day by taking it back and asking again', async () => {
    await cancelRequest(as(ada), bo);
    expect(await state(ada, bo)).toBe('none');
    await expect(cancelRequest(as(ada), bo)).rejects.toMatchObject({ code: 'request-gone' });
    expect(await ask(ada, bo)).toEqual({ state: 'pending' });
    expect([await state(ada, bo), await state(bo, ada)]).toEqual(['pending', 'none']);
  });

  test('makes friends when who declined it asks in turn, but not once it was taken back', async () => {
    expect(await ask(bo, ada)).toEqual({ state: 'friends' });
    const eve = await createPlayer(database.db);
    await ask(ada, eve);
    await declineRequest(as(eve), ada);
    await cancelRequest(as(ada), eve);
    expect(await ask(eve, ada)).toEqual({ state: 'pending' });
    expect(await ask(ada, eve)).toEqual({ state: 'friends' });
    expect(
      await database.db.select().from(friendRequests).where(eq(friendRequests.senderId, ada.id)),
    ).toEqual([]);
  });
});

describe('nobody can ask', () => {
  test('as a visitor or a guest', async () => {
    const guest = await createPlayer(database.db, { role: 'guest' });
    await expect(ask(null, bo)).rejects.toMatchObject({ code: 'login-required' });
    await expect(ask(guest, bo)).rejects.toMatchObject({ code: 'guest-not-allowed' });
  });

  test('themselves, a friend, twice, or who is not there', async () => {
    await expect(ask(ada, ada)).rejects.toMatchObject({ code: 'friend-self' });
    for (const username of ['nobody-there', '', '\0', '%']) {
      await expect(sendRequest(as(ada), { username })).rejects.toMatchObject({
        code: 'user-not-found',
      });
    }
    await ask(ada, bo);
    await expect(ask(ada, bo)).rejects.toMatchObject({ code: 'request-pending' });
    await acceptRequest(as(bo), ada);
    await expect(ask(ada, bo)).rejects.toMatchObject({ code: 'already-friends' });
    await expect(acceptRequest(as(bo), ada)).rejects.toMatchObject({ code: 'already-friends' });
    await expect(cancelRequest(as(ada), bo)).rejects.toMatchObject({ code: 'already-friends' });
  });

  test('a guest, or who is suspended until that is over', async () => {
    const guest = await createPlayer(database.db, { role: 'guest' });
    await expect(ask(ada, guest)).rejects.toMatchObject({ code: 'not-reachable' });
    const banExpires = new Date(clock.now().getTime() + 1_000);
    await database.db.update(users).set({ banned: true, banExpires }).where(eq(users.id, bo.id));
    expect(await getRelation(as(ada), bo.id)).toMatchObject({ state: 'none', reachable: false });
    await expect(ask(ada, bo)).rejects.toMatchObject({ code: 'not-reachable' });
    clock.advance(1_000);
    await ask(ada, bo);
  });

  test('a twenty-first, until one of the others is answered, taken back or a day declined', async () => {
    const people = await Promise.all(
      Array.from({ length: friendsConstants.pendingMax + 1 }, () => createPlayer(database.db)),
    );
    const [first, second, third, ...others] = people;
    if (!first || !second || !third) throw new Error('There are people.');
    for (const person of [first, second, third, ...others.slice(0, -1)]) await ask(ada, person);
    const last = others.at(-1) ?? first;
    await expect(ask(ada, last)).rejects.toMatchObject({ code: 'request-limit' });
    await declineRequest(as(first), ada);
    await expect(ask(ada, last)).rejects.toMatchObject({ code: 'request-limit' });
    await acceptRequest(as(second), ada);
    await ask(ada, last);
    await expect(ask(ada, bo)).rejects.toMatchObject({ code: 'request-limit' });
    await cancelRequest(as(ada), third);
    await ask(ada, bo);
    clock.advance(friendsConstants.declinedMs);
    await ask(ada, third);
    // Who has asked is answered by asking, whatever waits.
    const eve = await createPlayer(database.db);
    await ask(eve, ada);
    expect(await ask(ada, eve)).toEqual({ state: 'friends' });
  });

  test('for a friend more than one of both can have', async () => {
    const rows = Array.from({ length: friendsConstants.max }, () => {
      const id = randomUUID();
      return { id, username: id, displayUsername: id, email: `${id}@example.test` };
    });
    await database.db.insert(users).values(rows);
    await database.db
      .insert(friendships)
      .values(rows.map(({ id }) => ({ ...pairOf(ada.id, id), since: clock.now() })));
    await ask(ada, bo);
    await expect(acceptRequest(as(bo), ada)).rejects.toMatchObject({ code: 'friend-limit' });
    await expect(ask(bo, ada)).rejects.toMatchObject({ code: 'friend-limit' });
    expect(await state(bo, ada)).toBe('asked');
  });
});
