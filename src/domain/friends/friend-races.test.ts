import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { friendsConstants } from '#shared/constants/friends.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Actor } from '../base-context.ts';
import { acceptRequest, declineRequest } from './answer-request.ts';
import { blockPerson } from './block-person.ts';
import { cancelRequest } from './cancel-request.ts';
import { getRelation } from './get-relation.ts';
import { removeFriend } from './remove-friend.ts';
import { sendRequest } from './send-request.ts';

const database = useDatabase({ max: 40 });
const times = 8;

const as = (actor: Actor) => ({ ...createTestCtx(database.db), actor });
const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createPlayer(database.db)));

/** What came of all at once: `done`, or the code of the refusal. Anything else fails the test. */
async function outcomes(attempts: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.map((one) => {
    if (one.status === 'fulfilled') return 'done';
    if (!isAppError(one.reason)) throw one.reason;
    return one.reason.code;
  });
}

async function pairs(): Promise<[Actor, Actor][]> {
  const all = await people(times * 2);
  return Array.from({ length: times }, (_, at) => {
    const [ada, bo] = all.slice(at * 2);
    if (!ada || !bo) throw new Error('There are two.');
    return [ada, bo];
  });
}

/** Nobody is a friend and asked, or a friend and blocked, or asked by whom they blocked. */
afterEach(async () => {
  const { rows } = await database.db.execute(sql`
    select f.low_id from friendships f
    join friend_requests r on least(r.sender_id, r.target_id) = f.low_id
      and greatest(r.sender_id, r.target_id) = f.high_id
    union all
    select b.blocker_id from blocks b
    join friendships f on f.low_id = least(b.blocker_id, b.blocked_id)
      and f.high_id = greatest(b.blocker_id, b.blocked_id)
    union all
    select b.blocker_id from blocks b
    join friend_requests r on least(r.sender_id, r.target_id) = least(b.blocker_id, b.blocked_id)
      and greatest(r.sender_id, r.target_id) = greatest(b.blocker_id, b.blocked_id)`);
  expect(rows).toEqual([]);
});

test('who ask each other at once are friends', async () => {
  await Promise.all(
    (await pairs()).map(async ([ada, bo]) => {
      expect(await outcomes([sendRequest(as(ada), bo), sendRequest(as(bo), ada)])).toEqual([
        'done',
        'done',
      ]);
      expect(await getRelation(as(ada), bo.id)).toMatchObject({ state: 'friends' });
      expect(await getRelation(as(bo), ada.id)).toMatchObject({ state: 'friends' });
    }),
  );
});

test('a request that is accepted and taken back at once is one of both', async () => {
  await Promise.all(
    (await pairs()).map(async ([ada, bo]) => {
      await sendRequest(as(ada), bo);
      const [accepted, taken] = await outcomes([
        acceptRequest(as(bo), ada),
        cancelRequest(as(ada), bo),
      ]);
      const { state } = await getRelation(as(ada), bo.id);
      expect([accepted, taken, state]).toBeOneOf([
        ['done', 'already-friends', 'friends'],
        ['request-gone', 'done', 'none'],
      ]);
    }),
  );
});

test('a request that is accepted and declined at once, in two windows, is one of both', async () => {
  await Promise.all(
    (await pairs()).map(async ([ada, bo]) => {
      await sendRequest(as(ada), bo);
      const answers = await outcomes([
        acceptRequest(as(bo), ada),
        acceptRequest(as(bo), ada),
        declineRequest(as(bo), ada),
      ]);
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    }),
  );
});

test('who is blocked while a request is accepted or sent is no friend', async () => {
  await Promise.all(
    (await pairs()).map(async ([ada, bo], at) => {
      await sendRequest(as(ada), bo);
      const answer = at % 2 === 0 ? acceptRequest(as(bo), ada) : sendRequest(as(bo), ada);
      const [answered, blocked] = await outcomes([answer, blockPerson(as(ada), bo)]);
      expect(blocked).toBe('done');
      expect(answered).toBeOneOf(['done', 'request-gone', 'not-reachable']);
      expect(await getRelation(as(ada), bo.id)).toMatchObject({ state: 'none', blocked: true });
    }),
  );
});

test('a friendship ends once, and both may block each other at once', async () => {
  await Promise.all(
    (await pairs()).map(async ([ada, bo]) => {
      await sendRequest(as(ada), bo);
      await sendRequest(as(bo), ada);
      const ended = await outcomes([
        removeFriend(as(ada), bo),
        removeFriend(as(bo), ada),
        blockPerson(as(ada), bo),
        blockPerson(as(bo), ada),
      ]);
      expect(ended.slice(2)).toEqual(['done', 'done']);
      expect(ended.filter((one) => one === 'not-friends').length).toBeGreaterThan(0);
      expect(await getRelation(as(bo), ada.id)).toMatchObject({ state: 'none', blocked: true });
    }),
  );
});

test('of thirty requests at once twenty are sent', async () => {
  const [ada, ...others] = await people(31);
  if (!ada) throw new Error('There is somebody.');
  const sent = await outcomes(others.map((other) => sendRequest(as(ada), other)));
  expect(sent.filter((one) => one === 'done')).toHaveLength(friendsConstants.pendingMax);
  expect(sent.filter((one) => one === 'request-limit')).toHaveLength(
    30 - friendsConstants.pendingMax,
  );
});

test('a request sent many times at once is one', async () => {
  const [[ada, bo] = []] = await pairs();
  if (!ada || !bo) throw new Error('There are two.');
  const sent = await outcomes(Array.from({ length: 10 }, () => sendRequest(as(ada), bo)));
  expect(sent.toSorted()).toEqual(['done', ...Array(9).fill('request-pending')]);
});

test('everybody who asks everybody at once waits in line, and nobody for ever', async () => {
  const circle = await people(7);
  const requests = circle.flatMap((me) =>
    circle.filter(({ id }) => id !== me.id).map((other) => sendRequest(as(me), other)),
  );
  expect(new Set(await outcomes(requests))).toEqual(new Set(['done']));
  const relations = circle.flatMap((me) =>
    circle.filter(({ id }) => id !== me.id).map(({ id }) => getRelation(as(me), id)),
  );
  expect(new Set((await Promise.all(relations)).map(({ state }) => state))).toEqual(
    new Set(['friends']),
  );
});
