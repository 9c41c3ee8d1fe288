import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { conversations, users } from '#database/schema.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import { audiences } from '#shared/constants/privacy.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { savePrivacy } from '../privacy/save-privacy.ts';
import { blockPerson, unblockPerson } from './blocks/block-person.ts';
import { listBlockedPeople } from './blocks/list-blocked-people.ts';
import { listFriendIds, listPresenceWatcherIds } from './list-friend-ids.ts';
import { listFriends } from './list-friends.ts';
import { toFriendPair } from './lock-friend-pair.ts';
import { acceptFriendRequest, declineFriendRequest } from './requests/answer-friend-request.ts';
import { listFriendRequests } from './requests/list-friend-requests.ts';
import { sendFriendRequest } from './requests/send-friend-request.ts';
import { searchUsers } from './search-users.ts';

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
const createNamed = (username: string, role: 'player' | 'guest' = 'player') =>
  createPlayer(database.db, { username, role });
const setLastSeen = (person: Actor, lastSeenAt: Date | null) =>
  database.db.update(users).set({ lastSeenAt }).where(eq(users.id, person.id));
const suspend = (person: Actor) =>
  database.db.update(users).set({ banned: true }).where(eq(users.id, person.id));
async function makeFriends(one: Actor, other: Actor) {
  await sendFriendRequest(as(one), other);
  await acceptFriendRequest(as(other), one);
}
const search = async (q: string, actor: Actor | null = null, page = 1) =>
  searchUsers(as(actor), { q, page });
const searchNames = async (q: string) => (await search(q)).people.map(({ username }) => username);

test('only friends who may see the online status learn of its changes', async () => {
  const watched: [string, boolean][] = [];
  for (const presenceVisibility of audiences) {
    const [owner, friend] = [await createPlayer(database.db), await createPlayer(database.db)];
    await makeFriends(owner, friend);
    await savePrivacy(as(owner), { presenceVisibility });
    const watchers = await listPresenceWatcherIds(database.db, [owner.id]);
    watched.push([presenceVisibility, watchers.includes(friend.id)]);
    expect(await listFriendIds(database.db, [owner.id])).toEqual([friend.id]);
  }
  expect(watched).toEqual([
    ['everybody', true],
    ['friends', true],
    ['nobody', false],
  ]);
});

const defaults = { q: '', page: 1, perPage: friendsConstants.pageSize };

describe('a list of friends', () => {
  test('has Online friends first, then by name, with the numbers of their games and friends', async () => {
    const [zoe, bea, cy] = [
      await createPlayer(database.db, { username: `Zoe-${run}`, balance: 20_00 }),
      await createNamed(`Bea-${run}`),
      await createNamed(`Cy-${run}`),
    ];
    for (const friend of [zoe, bea, cy]) await makeFriends(me, friend);
    await makeFriends(bea, cy);
    await setLastSeen(zoe, clock.now());
    await setLastSeen(bea, new Date(clock.now().getTime() - 60_000));
    const game = await createGame(database.db);
    await buyGame(as(zoe), { gameId: game.id, key: randomUUID(), price: 9_99 });
    const list = await listFriends(as(me), {
      ...defaults,
      username: me.username.toUpperCase(),
      page: 1,
    });
    expect(list).toMatchObject({ username: me.username, own: true, total: 3, pages: 1 });
    const found = await listFriends(as(me), { ...defaults, username: me.username, q: 'BEA' });
    expect(found).toMatchObject({ total: 3, found: 1, pages: 1 });
    expect(found.friends.map(({ username }) => username)).toEqual([bea.username]);
    const pattern = await listFriends(as(me), { ...defaults, username: me.username, q: '_e%' });
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

  test('of another player shows the relation of each entry to the reader, who is Online', async () => {
    const [friend, stranger] = [
      await createNamed(`Friend-${run}`),
      await createNamed(`Stranger-${run}`),
    ];
    await makeFriends(me, friend);
    await makeFriends(friend, stranger);
    const list = await listFriends(as(me), { ...defaults, username: friend.username, page: 1 });
    expect(list.own).toBe(false);
    expect(
      list.friends.map(({ username, status, relation }) => [username, status, relation.state]),
    ).toEqual([
      [me.username, 'Online', 'self'],
      [stranger.username, 'Offline', 'none'],
    ]);
  });

  test('counts unread messages of each friend, on the reader’s own list only', async () => {
    const [low, high] = [await createNamed(`A-${run}`), await createNamed(`B-${run}`)];
    for (const friend of [low, high]) {
      await makeFriends(me, friend);
      const pair = toFriendPair(me.id, friend.id);
      const iAmLow = pair.lowId === me.id;
      await database.db.insert(conversations).values({
        ...pair,
        lastNumber: 5,
        lowRead: iAmLow ? 2 : 5,
        highRead: iAmLow ? 5 : 2,
        lastAt: clock.now(),
      });
    }
    const own = await listFriends(as(me), { ...defaults, username: me.username, page: 1 });
    expect(own.friends.map(({ unread }) => unread)).toEqual([3, 3]);
    const theirs = await listFriends(as(low), { ...defaults, username: me.username, page: 1 });
    expect(theirs.friends.map(({ unread }) => unread)).toEqual([0, 0]);
  });

  test('is paged', async () => {
    const many = await Promise.all(
      Array.from({ length: friendsConstants.pageSize + 1 }, (_, at) =>
        createNamed(`P${run}-${at + 10}`),
      ),
    );
    for (const friend of many) {
      await sendFriendRequest(as(friend), me);
      await acceptFriendRequest(as(me), friend);
    }
    const list = await listFriends(as(me), { ...defaults, username: me.username, page: 2 });
    expect(list).toMatchObject({ total: friendsConstants.pageSize + 1, pages: 2 });
    expect(list.friends.map(({ username }) => username)).toEqual([many.at(-1)?.username]);
  });

  test('is not available to visitors or for unknown usernames', async () => {
    await expect(
      listFriends(as(null), { ...defaults, username: me.username, page: 1 }),
    ).rejects.toMatchObject({
      code: 'login-required',
    });
    for (const username of ['nobody', '\0']) {
      await expect(listFriends(as(me), { ...defaults, username, page: 1 })).rejects.toMatchObject({
        code: 'user-not-found',
      });
    }
  });
});

test('friend requests are listed newest first, without declined ones and suspended senders', async () => {
  const [one, two, three, four] = [
    await createNamed(`One-${run}`),
    await createNamed(`Two-${run}`),
    await createNamed(`Three-${run}`),
    await createNamed(`Four-${run}`),
  ];
  for (const sender of [one, two, three, four]) {
    await sendFriendRequest(as(sender), me);
    clock.advance(1_000);
  }
  await declineFriendRequest(as(me), three);
  await suspend(four);
  const list = await listFriendRequests(as(me), { page: 1 });
  expect(list.requests.map(({ username }) => username)).toEqual([two.username, one.username]);
  expect(list).toMatchObject({ total: 2, pages: 1 });
  expect(await listFriendRequests(as(one), { page: 1 })).toMatchObject({ requests: [], total: 0 });
  await expect(listFriendRequests(as(null), { page: 1 })).rejects.toMatchObject({
    code: 'login-required',
  });
});

test('the list of blocked players has those that the actor blocked, not those who blocked the actor', async () => {
  const [one, two] = [await createNamed(`One-${run}`), await createNamed(`Two-${run}`)];
  await blockPerson(as(me), one);
  clock.advance(1_000);
  await blockPerson(as(me), two);
  await blockPerson(as(two), me);
  const names = async (actor: Actor) =>
    (await listBlockedPeople(as(actor), { page: 1 })).blocked.map(({ username }) => username);
  expect(await names(me)).toEqual([two.username, one.username]);
  expect(await names(one)).toEqual([]);
  await unblockPerson(as(me), two);
  expect(await names(me)).toEqual([one.username]);
});

describe('a search for users', () => {
  test('finds a term anywhere in a username, without regard to case, the best match first', async () => {
    for (const name of [`x-Fern${run}`, `Fern${run}-x`, `Fern${run}`, `Other${run}`])
      await createNamed(name);
    const found = [`Fern${run}`, `Fern${run}-x`, `x-Fern${run}`];
    expect(await searchNames(`fern${run}`)).toEqual(found);
    expect(await searchNames(`FERN${run}`)).toEqual(found);
  });

  test('treats %, _ and \\ as ordinary characters', async () => {
    await createNamed(`wild_${run}`);
    await createNamed(`wildx${run}`);
    expect(await searchNames(`wild_${run}`)).toEqual([`wild_${run}`]);
    for (const term of ['%', '\\', '%%%', '___', 'w%d', "'; --", '--', '\u0000', 'ß']) {
      expect(await searchNames(term)).toEqual([]);
    }
    expect(await searchNames('_')).toEqual([`wild_${run}`]);
  });

  test('finds one or two characters anywhere in a username', async () => {
    for (const name of ['qw-one', 'one-qw', 'two_qw', 'aqwa']) await createNamed(name);
    expect(await searchNames('QW')).toEqual(['qw-one', 'aqwa', 'one-qw', 'two_qw']);
    expect((await searchNames('q')).length).toBe(4);
    expect(await searchNames('-q')).toEqual(['one-qw']);
    expect(await searchNames('q_')).toEqual([]);
    await createNamed('z-z_z');
    expect(await searchNames('z_')).toEqual(['z-z_z']);
    expect((await search('-')).people.length).toBeGreaterThan(3);
  });

  test('shows guests with their role, and no suspended accounts or retired guests', async () => {
    const [suspended, retired] = [
      await createNamed('hidden-suspended'),
      await createNamed('hidden-former', 'guest'),
    ];
    await createNamed('hidden-guest', 'guest');
    await suspend(suspended);
    await setLastSeen(retired, null);
    expect((await search('hidden')).people).toMatchObject([
      { username: 'hidden-guest', role: 'guest', relation: { state: 'visitor', reachable: false } },
    ]);
    expect(await search('hidden')).toMatchObject({ total: 1, pages: 1 });
  });

  test('shows the relation of each account to the reader', async () => {
    const [friend, requestTarget, requestSender, blocked] = [
      await createNamed('rel-friend'),
      await createNamed('rel-asked'),
      await createNamed('rel-asker'),
      await createNamed('rel-blocked'),
    ];
    await makeFriends(me, friend);
    await sendFriendRequest(as(me), requestTarget);
    await sendFriendRequest(as(requestSender), me);
    await blockPerson(as(me), blocked);
    const { people } = await search('rel-', me);
    expect(
      people.map(({ username, relation }) => [username, relation.state, relation.blocked]),
    ).toEqual([
      ['rel-asked', 'pending', false],
      ['rel-asker', 'received', false],
      ['rel-blocked', 'none', true],
      ['rel-friend', 'friends', false],
    ]);
    expect((await search(me.username, me)).people[0]?.relation.state).toBe('self');
  });

  test('without a term shows players, the last seen first, and no guests', async () => {
    const [now, before] = [await createNamed(`now-${run}`), await createNamed(`before-${run}`)];
    await createNamed(`guest-here-${run}`, 'guest');
    const later = new Date(clock.now().getTime() + 60 * 60 * 1000);
    await setLastSeen(now, later);
    await setLastSeen(before, new Date(later.getTime() - 1_000));
    const { people, total } = await search('');
    expect(people.slice(0, 2).map(({ username }) => username)).toEqual([
      now.username,
      before.username,
    ]);
    expect(people.some(({ role }) => role === 'guest')).toBe(false);
    expect(total).toBeGreaterThan(2);
  });

  test('is paged without repeating or missing an account', async () => {
    const many = Array.from({ length: 45 }, (_, at) => `paged-${at + 10}`);
    await Promise.all(many.map((name) => createNamed(name)));
    const pages = await Promise.all([1, 2, 3, 4].map((page) => search('paged', null, page)));
    expect(pages.flatMap(({ people }) => people.map(({ username }) => username))).toEqual(many);
    expect(pages.map(({ total, pages: count }) => [total, count])).toEqual(Array(4).fill([45, 3]));
  });
});
