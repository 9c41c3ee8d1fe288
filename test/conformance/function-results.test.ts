import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import { functionRegistry } from '#api/realm/functions/registry.ts';
import { blockPerson } from '#domain/friends/blocks/block-person.ts';
import { sendFriendRequest } from '#domain/friends/requests/send-friend-request.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { createTestComment } from '../fixtures/create-discussion.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createCardSets, createPlayer, createTestCtx } from '../fixtures/factories.ts';
import { callerOf, createFunctionFixture } from '../fixtures/realm-functions.ts';

const database = useDatabase();
beforeAll(() => createCardSets(database.db));

interface User {
  username: string;
  friends: string[];
  friendRequests: { sender: string }[];
  status: string;
}
const nobody = callerOf();

describe('results of functions', () => {
  it('show of other players only what the screens show: no email, money or requests', async () => {
    const { call, people } = await createFunctionFixture(database.db);
    const { ada, grace, hopper, linus } = people;
    const read = (actor: typeof ada | null, name: string, ...args: unknown[]) =>
      call(callerOf(actor), name, args) as Promise<User>;
    const own = await read(ada, 'getUserProfile', ada.username);
    expect(own).toMatchObject({
      email: `${ada.username.toLowerCase()}@example.test`,
      money: 90.01,
      friends: [hopper.username],
      friendRequests: [{ sender: linus.username, status: 'pending' }],
    });
    for (const actor of [null, grace, hopper, linus, people.admin]) {
      const all = (await call(callerOf(actor), 'getAllUsers', [])) as User[];
      const listed = all.find(({ username }) => username === ada.username);
      const one = await read(actor, 'getOneUser', ada.username, null);
      for (const seen of [listed, one, await read(actor, 'getUserProfile', ada.username)]) {
        expect(seen?.friends).toEqual(actor ? [hopper.username] : []);
        expect(seen?.friendRequests.map(({ sender }) => sender)).toEqual(
          actor === linus ? [linus.username] : [],
        );
        expect(JSON.stringify(seen)).not.toMatch(/email|money|loginId|password|hash|token|@/);
      }
    }
    await expect(read(null, 'getUserFriends', ada.username)).rejects.toThrow('Please log in.');
    await expect(read(grace, 'getMessages', ada.username, hopper.username)).rejects.toThrow(
      'This can be done only by the player who is named.',
    );
    await expect(read(grace, 'getFriendRequests', ada.username)).rejects.toThrow(
      'This can be done only by the player who is named.',
    );
  });

  it('hide a suspended player without changing the account', async () => {
    const { call, people, ctx, loginIdOf } = await createFunctionFixture(database.db);
    const { ada, linus, admin } = people;
    const loginId = await loginIdOf(linus);
    const asLinus = () => call(nobody, 'getOneUser', [linus.username, loginId]);
    expect(await asLinus()).toHaveProperty('email');
    const suspension = { username: linus.username, reason: 'Spam.', days: 1 };
    await suspendAccount({ ...ctx, actor: admin }, suspension);
    const all = (await call(callerOf(ada), 'getAllUsers', [])) as User[];
    expect(all.map(({ username }) => username)).not.toContain(linus.username);
    expect(await call(callerOf(ada), 'getFriendRequests', [ada.username])).toEqual({
      friendRequests: [],
    });
    expect(await call(callerOf(ada), 'getUserProfile', [linus.username])).toMatchObject({
      status: 'Offline',
    });
    await expect(asLinus()).rejects.toThrow('No user data found. Please log in.');
    await expect(
      call(callerOf(ada), 'addFriendRequest', [ada.username, linus.username]),
    ).rejects.toThrow('This player cannot be reached.');
  });

  it('do not reveal blocks, only that a player cannot be reached', async () => {
    const { call, people, ctx } = await createFunctionFixture(database.db);
    const { ada, grace, hopper } = people;
    await blockPerson({ ...ctx, actor: grace }, { username: ada.username });
    await blockPerson({ ...ctx, actor: hopper }, { username: ada.username });
    const asAda = (name: string, ...args: unknown[]) => call(callerOf(ada), name, args);
    expect(await asAda('getUserProfile', grace.username)).not.toHaveProperty('blocked');
    await expect(asAda('addFriendRequest', ada.username, grace.username)).rejects.toThrow(
      'This player cannot be reached.',
    );
    await expect(asAda('addComment', grace.username, null, ada.username, 'Hello?')).rejects.toThrow(
      'This player cannot be reached.',
    );
    await expect(
      asAda('sendPrivateMessage', ada.username, hopper.username, 'Hello?'),
    ).rejects.toThrow('You are not friends.');
  });

  it('show a declined request as pending to its sender for a day', async () => {
    const { call, people, ctx } = await createFunctionFixture(database.db);
    const { ada, grace } = people;
    await sendFriendRequest({ ...ctx, actor: ada }, { username: grace.username });
    const answer = [ada.username, grace.username, 'decline'];
    await call(callerOf(grace), 'friendRequestAction', answer);
    const seenBy = async (actor: typeof ada) =>
      ((await call(callerOf(actor), 'getUserProfile', [grace.username])) as User).friendRequests;
    expect(await seenBy(ada)).toEqual([{ sender: ada.username, status: 'pending' }]);
    expect(await seenBy(grace)).toEqual([]);
    ctx.testClock.advance(25 * 60 * 60 * 1000);
    expect(await seenBy(ada)).toEqual([]);
  });

  it('show callers as online', async () => {
    const { call, people, ctx } = await createFunctionFixture(database.db);
    const { ada, grace } = people;
    const statusOf = async () =>
      ((await call(callerOf(grace), 'getUserProfile', [ada.username])) as User).status;
    expect(await statusOf()).toBe('Offline');
    await call(callerOf(ada), 'getLastClaimDate', [ada.username, null]);
    await ctx.accounts.presence.flush();
    expect(await statusOf()).toBe('Online');
  });
});

/** The number of statements that `work` sends. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  let sent = 0;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      sent += 1;
      return Reflect.apply(query, this, args);
    },
  });
  try {
    await work();
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
  return sent;
}

describe('lists', () => {
  it('have at most 1,000 rows, newest first, with a constant number of queries', async () => {
    const { db } = database;
    const { call, people, ctx, discussionId, game } = await createFunctionFixture(db);
    const { ada, grace } = people;
    const reads: [name: string, ...args: unknown[]][] = [
      ['getAllUsers'],
      ['getAllDiscussions'],
      ['getAllMarketItems'],
      ['getDiscussionById', discussionId],
      ['getComments', ada.username],
      ['getOneUser', ada.username, null],
      ['getAllGamesFromUser', ada.username],
      ['getUserFriends', ada.username],
    ];
    const counts = async () => {
      const each = [];
      for (const [name, ...args] of reads) {
        // Cached results have expired.
        ctx.testClock.advance(2_000);
        each.push([name, await countStatements(() => call(callerOf(grace), name, args))]);
      }
      return each;
    };
    await counts();
    const few = await counts();
    await db.execute(sql`with made as (
        insert into users (username, display_username, email, role, registered_at)
        select 'crowd-' || n, 'Crowd-' || n, 'crowd-' || n || '@example.test', 'player', now()
        from generate_series(1, 1010) as n returning id
      ), wallets as (insert into wallets (user_id) select id from made),
      friends as (insert into friendships (low_id, high_id, since)
        select least(id, ${ada.id}::uuid), greatest(id, ${ada.id}::uuid), now() from made limit 990
      ), talk as (insert into discussions (author_id, title, content, created_at, last_activity_at)
        select id, 'About', 'Many', now(), now() from made
      ), comments as (insert into profile_comments (profile_id, author_id, text, created_at)
        select ${ada.id}::uuid, id, 'Hello', now() from made
      ), said as (insert into discussion_comments (discussion_id, author_id, text, created_at)
        select ${discussionId}::uuid, id, 'Hello', now() from made
      ), sold as (insert into cards (id, owner_id, kind_id, game_id, origin, play_session_id, state, created_at)
        select uuidv7(), made.id, 'default-crown', game.id, 'played', ${randomUUID()}::uuid, 'listed', now()
        from made, games as game where game.name = ${game} returning id, owner_id, kind_id, game_id
      ) insert into market_listings (card_id, seller_id, kind_id, game_id, price, listed_at)
        select id, owner_id, kind_id, game_id, 100, now() from sold`);
    await db.execute(
      sql`update discussions set comment_count = 1010 where id = ${discussionId}::uuid`,
    );
    expect(await counts()).toEqual(few);

    const all = async <Row>(name: string) => {
      ctx.testClock.advance(2_000);
      return (await call(nobody, name, [])) as Row[];
    };
    for (const name of ['getAllUsers', 'getAllDiscussions', 'getAllMarketItems']) {
      const ids = (await all<{ _id: string }>(name)).map(({ _id }) => _id);
      expect(ids).toHaveLength(1_000);
      expect(ids).toEqual(ids.toSorted().toReversed());
    }
    const one = (await call(nobody, 'getDiscussionById', [discussionId])) as {
      comments: { _id: string }[];
      commentCount: number;
    };
    expect(one.commentCount).toBe(1_010);
    expect(one.comments).toHaveLength(1_000);
    const order = one.comments.map(({ _id }) => _id);
    expect(order).toEqual(order.toSorted());

    // In the list of all discussions each has its last hundred comments.
    await createTestComment(ctx, ada, discussionId, 'The last word.');
    await db.execute(sql`delete from discussions where id <> ${discussionId}::uuid`);
    const [listed] = await all<{ comments: { content: string }[]; commentCount: number }>(
      'getAllDiscussions',
    );
    expect(listed?.commentCount).toBe(1_011);
    expect(listed?.comments).toHaveLength(100);
    expect(listed?.comments.at(-1)?.content).toBe('The last word.');
  });
});

describe('rateLimit', () => {
  it('counts by caller and IP address and has the response that clients expect', async () => {
    const ctx = createTestCtx(database.db, { rateLimiter: createRateLimiter() });
    const player = await createPlayer(database.db);
    const take = (apiUserId: string, actor: typeof player | null = null, address = '192.0.2.7') =>
      callFunction(
        { ...ctx, request: { ...ctx.request, address } },
        { name: 'rateLimit', args: ['x'], caller: { ...callerOf(actor), apiUserId } },
      );
    const limited = 'Rate limit exceeded. Please try again later.';
    for (let times = 0; times < 60; times += 1) await take('one');
    await expect(take('one')).rejects.toThrow(limited);
    for (let times = 0; times < 60; times += 1) await take('two', player);
    // The same player in another session.
    await expect(take('three', player, '192.0.2.8')).rejects.toThrow(limited);
    for (let times = 0; times < 179; times += 1) await take(`many-${times}`);
    await expect(take('somebody else')).rejects.toThrow(limited);
    expect(await take('somebody else', null, '192.0.2.9')).toEqual({ success: true });
  });
});

it('every function has a valid example in the reference', () => {
  for (const { name, signatures, example } of functionRegistry.values()) {
    const [first] = signatures;
    expect({ name, count: example.arguments.length }).toEqual({
      name,
      count: first?.arguments.length,
    });
  }
});
