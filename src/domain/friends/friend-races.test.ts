import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { friendsConstants } from '#shared/constants/friends.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { getRelation } from '#test/fixtures/friends.ts';
import type { Actor } from '../actor.ts';
import { blockPerson } from './blocks/block-person.ts';
import { removeFriend } from './remove-friend.ts';
import { acceptFriendRequest, declineFriendRequest } from './requests/answer-friend-request.ts';
import { cancelFriendRequest } from './requests/cancel-friend-request.ts';
import { sendFriendRequest } from './requests/send-friend-request.ts';

const database = useDatabase({ max: 40 });
const times = 8;

const as = (actor: Actor) => ({ ...createTestCtx(database.db), actor });
const createPlayers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createPlayer(database.db)));

/** The outcome of each attempt: `done` or the code of its AppError. Any other error fails the test. */
async function collectOutcomes(attempts: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.map((result) => {
    if (result.status === 'fulfilled') return 'done';
    if (!isAppError(result.reason)) throw result.reason;
    return result.reason.code;
  });
}

async function createPairs(): Promise<[Actor, Actor][]> {
  const all = await createPlayers(times * 2);
  return Array.from({ length: times }, (_, at) => {
    const [ada, bo] = all.slice(at * 2);
    if (!ada || !bo) throw new Error('A player is missing.');
    return [ada, bo];
  });
}

/** Friends have no request or block between them, and blocked pairs have no request. */
afterEach(async () => {
  const { rowCount } = await database.db.execute(sql`
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
  expect(rowCount).toBe(0);
});

test('two players who send each other requests at the same time become friends', async () => {
  await Promise.all(
    (await createPairs()).map(async ([ada, bo]) => {
      expect(
        await collectOutcomes([sendFriendRequest(as(ada), bo), sendFriendRequest(as(bo), ada)]),
      ).toEqual(['done', 'done']);
      expect(await getRelation(as(ada), bo)).toMatchObject({ state: 'friends' });
      expect(await getRelation(as(bo), ada)).toMatchObject({ state: 'friends' });
    }),
  );
});

test('a request that is accepted and cancelled at the same time is one or the other', async () => {
  await Promise.all(
    (await createPairs()).map(async ([ada, bo]) => {
      await sendFriendRequest(as(ada), bo);
      const [accepted, cancelled] = await collectOutcomes([
        acceptFriendRequest(as(bo), ada),
        cancelFriendRequest(as(ada), bo),
      ]);
      const { state } = await getRelation(as(ada), bo);
      expect([accepted, cancelled, state]).toBeOneOf([
        ['done', 'already-friends', 'friends'],
        ['request-gone', 'done', 'none'],
      ]);
    }),
  );
});

test('a request that is accepted and declined in two windows at the same time is one or the other', async () => {
  await Promise.all(
    (await createPairs()).map(async ([ada, bo]) => {
      await sendFriendRequest(as(ada), bo);
      const answers = await collectOutcomes([
        acceptFriendRequest(as(bo), ada),
        acceptFriendRequest(as(bo), ada),
        declineFriendRequest(as(bo), ada),
      ]);
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    }),
  );
});

test('a player who is blocked while a request is accepted or sent does not become a friend', async () => {
  await Promise.all(
    (await createPairs()).map(async ([ada, bo], at) => {
      await sendFriendRequest(as(ada), bo);
      const answer =
        at % 2 === 0 ? acceptFriendRequest(as(bo), ada) : sendFriendRequest(as(bo), ada);
      const [answered, blocked] = await collectOutcomes([answer, blockPerson(as(ada), bo)]);
      expect(blocked).toBe('done');
      expect(answered).toBeOneOf(['done', 'request-gone', 'not-reachable']);
      expect(await getRelation(as(ada), bo)).toMatchObject({ state: 'none', blocked: true });
    }),
  );
});

test('a friendship ends once, and both players can block each other at the same time', async () => {
  await Promise.all(
    (await createPairs()).map(async ([ada, bo]) => {
      await sendFriendRequest(as(ada), bo);
      await sendFriendRequest(as(bo), ada);
      const ended = await collectOutcomes([
        removeFriend(as(ada), bo),
        removeFriend(as(bo), ada),
        blockPerson(as(ada), bo),
        blockPerson(as(bo), ada),
      ]);
      expect(ended.slice(2)).toEqual(['done', 'done']);
      expect(ended.filter((result) => result === 'not-friends').length).toBeGreaterThan(0);
      expect(await getRelation(as(bo), ada)).toMatchObject({ state: 'none', blocked: true });
    }),
  );
});

test('of thirty requests at the same time twenty are sent', async () => {
  const [ada, ...others] = await createPlayers(31);
  if (!ada) throw new Error('A player is missing.');
  const sent = await collectOutcomes(others.map((other) => sendFriendRequest(as(ada), other)));
  expect(sent.filter((result) => result === 'done')).toHaveLength(friendsConstants.pendingMax);
  expect(sent.filter((result) => result === 'request-limit')).toHaveLength(
    30 - friendsConstants.pendingMax,
  );
});

test('a request that is sent many times at the same time exists once', async () => {
  const [[ada, bo] = []] = await createPairs();
  if (!ada || !bo) throw new Error('A player is missing.');
  const sent = await collectOutcomes(
    Array.from({ length: 10 }, () => sendFriendRequest(as(ada), bo)),
  );
  expect(sent.toSorted()).toEqual(['done', ...Array(9).fill('request-pending')]);
});

test('seven players who all send each other requests at the same time all become friends', async () => {
  const players = await createPlayers(7);
  const requests = players.flatMap((player) =>
    players
      .filter(({ id }) => id !== player.id)
      .map((other) => sendFriendRequest(as(player), other)),
  );
  expect(new Set(await collectOutcomes(requests))).toEqual(new Set(['done']));
  const relations = players.flatMap((player) =>
    players.filter(({ id }) => id !== player.id).map((other) => getRelation(as(player), other)),
  );
  expect(new Set((await Promise.all(relations)).map(({ state }) => state))).toEqual(
    new Set(['friends']),
  );
});
