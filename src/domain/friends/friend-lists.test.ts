import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { conversations, users } from '#database/schema.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Actor } from '../base-context.ts';
import type { Ctx } from '../context.ts';
import { buyGame } from '../library/buy-game.ts';
import { acceptRequest, declineRequest } from './answer-request.ts';
import { blockPerson, unblockPerson } from './block-person.ts';
import { pairOf } from './friend-pair.ts';
import { listBlocked } from './list-blocked.ts';
import { listFriends } from './list-friends.ts';
import { listRequests } from './list-requests.ts';
import { searchUsers } from './search-users.ts';
import { sendRequest } from './send-request.ts';

const database = useDatabase();
const clock = createClock();
let ctx: Ctx;
let me: Actor;
let run = 0;

beforeEach(async () => {
  run += 1;
  ctx = createTestCtx(database.db, { clock });
  me = await createPlayer(database.db, { username: `Me-${run}` });
});

const as = (actor: Actor | null): Ctx => ({ ...ctx, actor });
const named = (username: string, role: 'player' | 'guest' = 'player') =>
  createPlayer(database.db, { username, role });
const seen = (person: Actor, lastSeenAt: Date | null) =>
  database.db.update(users).set({ lastSeenAt }).where(eq(users.id, person.id));
const suspend = (person: Actor) =>
  database.db.update(users).set({ banned: true }).where(eq(users.id, person.id));
async function befriend(one: Actor, other: Actor) {
  await sendRequest(as(one), other);
  await acceptRequest(as(other), one);
}
const search = async (q: string, actor: Actor | null = null, page = 1) =>
  searchUsers(as(actor), { q, page });
const namesFor = async (q: string) => (await search(q)).people.map(({ username }) => username);

const usual = { q: '', page: 1, perPage: friendsConstants.pageSize };

describe('a list of friends', () => {
  test('has who is online first, then all by name, with what is theirs', async () => {
    const [zoe, bea, cy] = [
      await createPlayer(database.db, { username: `Zoe-${run}`, balance: 20_00 }),
      await named(`Bea-${run}`),
      await named(`Cy-${run}`),
    ];
    for (const friend of [zoe, bea, cy]) await befriend(me, friend);
    await befriend(bea, cy);
    await seen(zoe, clock.now());
    await seen(bea, new Date(clock.now().getTime() - 60_000));
    const game = await createGame(database.db);
    await buyGame(as(zoe), { gameId: game.id, key: randomUUID() });
    const list = await listFriends(as(me), {
      ...usual,
      username: me.username.toUpperCase(),
      page: 1,
    });
    expect(list).toMatchObject({ username: me.username, own: true, total: 3, pages: 1 });
    const found = await listFriends(as(me), { ...usual, username: me.username, q: 'BEA' });
    expect(found).toMatchObject({ total: 3, found: 1, pages: 1 });
    expect(found.friends.map(({ username }) => username)).toEqual([bea.username]);
    const pattern = await listFriends(as(me), { ...usual, username: me.username, q: '_e%' });
    expect(pattern).toMatchObject({ friends: [], found: 0 });
    expect(list.friends.map(({ username, status }) => [username, status])).toEqual([
      [zoe.username, 'Online'],
      [bea.username, 'Offline'],
      [cy.username, 'Offline'],
    ]);
    expect(list.friends[0]).toMatchObject({ games: 1, friends: 1, relation: { state: 'friends' } });
    expect(list.friends[1]).toMatchObject({ games: 0, friends: 2 });
    expect(JSON.stringify(list)).not.toContain('@');
    expect(JSON.stringify(list)).not.toContain(zoe.id);
  });

  test('of somebody else says what each is to the reader, who is there', async () => {
    const [friend, stranger] = [await named(`Friend-${run}`), await named(`Stranger-${run}`)];
    await befriend(me, friend);
    await befriend(friend, stranger);
    const list = await listFriends(as(me), { ...usual, username: friend.username, page: 1 });
    expect(list.own).toBe(false);
    expect(
      list.friends.map(({ username, status, relation }) => [username, status, relation.state]),
    ).toEqual([
      [me.username, 'Online', 'self'],
      [stranger.username, 'Offline', 'none'],
    ]);
  });

  test('counts the messages of each that the reader has not read, on the own list only', async () => {
    const [low, high] = [await named(`A-${run}`), await named(`B-${run}`)];
    for (const friend of [low, high]) {
      await befriend(me, friend);
      const pair = pairOf(me.id, friend.id);
      const iAmLow = pair.lowId === me.id;
      await database.db.insert(conversations).values({
        ...pair,
        lastNumber: 5,
        lowRead: iAmLow ? 2 : 5,
        highRead: iAmLow ? 5 : 2,
        lastAt: clock.now(),
      });
    }
    const own = await listFriends(as(me), { ...usual, username: me.username, page: 1 });
    expect(own.friends.map(({ unread }) => unread)).toEqual([3, 3]);
    const theirs = await listFriends(as(low), { ...usual, username: me.username, page: 1 });
    expect(theirs.friends.map(({ unread }) => unread)).toEqual([0, 0]);
  });

  test('is paged', async () => {
    const many = await Promise.all(
      Array.from({ length: friendsConstants.pageSize + 1 }, (_, at) => named(`P${run}-${at + 10}`)),
    );
    for (const friend of many) {
      await sendRequest(as(friend), me);
      await acceptRequest(as(me), friend);
    }
    const list = await listFriends(as(me), { ...usual, username: me.username, page: 2 });
    expect(list).toMatchObject({ total: friendsConstants.pageSize + 1, pages: 2 });
    expect(list.friends.map(({ username }) => username)).toEqual([many.at(-1)?.username]);
  });

  test('is not for visitors, nor of nobody', async () => {
    await expect(
      listFriends(as(null), { ...usual, username: me.username, page: 1 }),
    ).rejects.toMatchObject({
      code: 'login-required',
    });
    for (const username of ['nobody', '\0']) {
      await expect(listFriends(as(me), { ...usual, username, page: 1 })).rejects.toMatchObject({
        code: 'user-not-found',
      });
    }
  });
});

test('the requests that wait, the newest first; declined ones and those of suspended senders do not', async () => {
  const [one, two, three, four] = [
    await named(`One-${run}`),
    await named(`Two-${run}`),
    await named(`Three-${run}`),
    await named(`Four-${run}`),
  ];
  for (const sender of [one, two, three, four]) {
    await sendRequest(as(sender), me);
    clock.advance(1_000);
  }
  await declineRequest(as(me), three);
  await suspend(four);
  const list = await listRequests(as(me), { page: 1 });
  expect(list.requests.map(({ username }) => username)).toEqual([two.username, one.username]);
  expect(list).toMatchObject({ total: 2, pages: 1 });
  expect(await listRequests(as(one), { page: 1 })).toMatchObject({ requests: [], total: 0 });
  await expect(listRequests(as(null), { page: 1 })).rejects.toMatchObject({
    code: 'login-required',
  });
});

test('whom one has blocked, and nobody who blocked oneself', async () => {
  const [one, two] = [await named(`One-${run}`), await named(`Two-${run}`)];
  await blockPerson(as(me), one);
  clock.advance(1_000);
  await blockPerson(as(me), two);
  await blockPerson(as(two), me);
  const names = async (actor: Actor) =>
    (await listBlocked(as(actor), { page: 1 })).blocked.map(({ username }) => username);
  expect(await names(me)).toEqual([two.username, one.username]);
  expect(await names(one)).toEqual([]);
  await unblockPerson(as(me), two);
  expect(await names(me)).toEqual([one.username]);
});

describe('a search for users', () => {
  test('finds a term anywhere in a username, without regard to case, the best match first', async () => {
    for (const name of [`x-Fern${run}`, `Fern${run}-x`, `Fern${run}`, `Other${run}`])
      await named(name);
    const found = [`Fern${run}`, `Fern${run}-x`, `x-Fern${run}`];
    expect(await namesFor(`fern${run}`)).toEqual(found);
    expect(await namesFor(`FERN${run}`)).toEqual(found);
  });

  test('takes %, _ and \\ for themselves', async () => {
    await named(`wild_${run}`);
    await named(`wildx${run}`);
    expect(await namesFor(`wild_${run}`)).toEqual([`wild_${run}`]);
    for (const term of ['%', '\\', '%%%', '___', 'w%d', "'; --", '--', '\u0000', 'ß']) {
      expect(await namesFor(term)).toEqual([]);
    }
    expect(await namesFor('_')).toEqual([`wild_${run}`]);
  });

  test('of one or two characters finds them anywhere, too', async () => {
    for (const name of ['qw-one', 'one-qw', 'two_qw', 'aqwa']) await named(name);
    expect(await namesFor('QW')).toEqual(['qw-one', 'aqwa', 'one-qw', 'two_qw']);
    expect((await namesFor('q')).length).toBe(4);
    expect(await namesFor('-q')).toEqual(['one-qw']);
    expect(await namesFor('q_')).toEqual([]);
    await named('z-z_z');
    expect(await namesFor('z_')).toEqual(['z-z_z']);
    expect((await search('-')).people.length).toBeGreaterThan(3);
  });

  test('shows guests with their role, and neither who is suspended nor who is retired', async () => {
    const [suspended, retired] = [
      await named('hidden-suspended'),
      await named('hidden-former', 'guest'),
    ];
    await named('hidden-guest', 'guest');
    await suspend(suspended);
    await seen(retired, null);
    expect((await search('hidden')).people).toMatchObject([
      { username: 'hidden-guest', role: 'guest', relation: { state: 'visitor', reachable: false } },
    ]);
    expect(await search('hidden')).toMatchObject({ total: 1, pages: 1 });
  });

  test('says what each is to who asks', async () => {
    const [friend, asked, asker, blocked] = [
      await named('rel-friend'),
      await named('rel-asked'),
      await named('rel-asker'),
      await named('rel-blocked'),
    ];
    await befriend(me, friend);
    await sendRequest(as(me), asked);
    await sendRequest(as(asker), me);
    await blockPerson(as(me), blocked);
    const { people } = await search('rel-', me);
    expect(
      people.map(({ username, relation }) => [username, relation.state, relation.blocked]),
    ).toEqual([
      ['rel-asked', 'pending', false],
      ['rel-asker', 'asked', false],
      ['rel-blocked', 'none', true],
      ['rel-friend', 'friends', false],
    ]);
    expect((await search(me.username, me)).people[0]?.relation.state).toBe('self');
  });

  test('without a term shows players, who was here last first, and no guests', async () => {
    const [now, before] = [await named(`now-${run}`), await named(`before-${run}`)];
    await named(`guest-here-${run}`, 'guest');
    const later = new Date(clock.now().getTime() + 60 * 60 * 1000);
    await seen(now, later);
    await seen(before, new Date(later.getTime() - 1_000));
    const { people, total } = await search('');
    expect(people.slice(0, 2).map(({ username }) => username)).toEqual([
      now.username,
      before.username,
    ]);
    expect(people.some(({ role }) => role === 'guest')).toBe(false);
    expect(total).toBeGreaterThan(2);
  });

  test('is paged, without repeating or missing anybody', async () => {
    const many = Array.from({ length: 45 }, (_, at) => `paged-${at + 10}`);
    await Promise.all(many.map((name) => named(name)));
    const pages = await Promise.all([1, 2, 3, 4].map((page) => search('paged', null, page)));
    expect(pages.flatMap(({ people }) => people.map(({ username }) => username))).toEqual(many);
    expect(pages.map(({ total, pages: count }) => [total, count])).toEqual(Array(4).fill([45, 3]));
  });
});
