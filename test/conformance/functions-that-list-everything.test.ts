import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createCardSets, createPlayer, createTestCtx } from '../fixtures/factories.ts';
import { callerOf, createFunctionFixture } from '../fixtures/realm-functions.ts';

const database = useDatabase();
beforeAll(() => createCardSets(database.db));
const nobody = callerOf();

interface Listed {
  _id: string;
  title: string;
  content: string;
  comments: unknown[];
  commentCount: number;
}

describe('whole lists', () => {
  it('can be read 60 times a minute by an account and 300 times by an IP address', async () => {
    const ctx = createTestCtx(database.db, { rateLimiter: createRateLimiter() });
    const [ada, grace] = [await createPlayer(database.db), await createPlayer(database.db)];
    const read = (name: string, caller = callerOf(), address = '192.0.2.7') =>
      callFunction({ ...ctx, request: { ...ctx.request, address } }, { name, args: [], caller });
    const names = ['getAllUsers', 'getAllDiscussions', 'getAllMarketItems'];
    const expected = 'Rate limit exceeded. Please try again later.';
    for (let times = 0; times < 20; times += 1) {
      for (const name of names) await read(name, callerOf(ada));
    }
    await expect(read('getAllUsers', callerOf(ada), '192.0.2.8')).rejects.toThrow(expected);
    expect(await read('getAllUsers', callerOf(grace))).toHaveLength(2);
    for (let visitor = 0; visitor < 600; visitor += 1) await read('getAllMarketItems');
    await expect(read('getAllMarketItems')).rejects.toThrow(expected);
    expect(await read('getAllMarketItems', callerOf(), '192.0.2.8')).toEqual([]);
    expect(await read('getAllMarketItems', callerOf(grace))).toEqual([]);
  });

  it('are cached for two seconds, except for a player who changes them', async () => {
    const { call, people, ctx, discussionId, item } = await createFunctionFixture(database.db);
    const { ada } = people;
    const titleOf = async () => {
      const all = (await call(nobody, 'getAllDiscussions', [])) as Listed[];
      return all.find(({ _id }) => _id === discussionId)?.title;
    };
    const before = await titleOf();
    await database.db.execute(
      sql`update discussions set title = 'Changed' where id = ${discussionId}::uuid`,
    );
    expect(await titleOf()).toBe(before);
    ctx.testClock.advance(2_000);
    expect(await titleOf()).toBe('Changed');
    const payload = { title: 'Mine', content: 'Here.' };
    await call(callerOf(ada), 'editDiscussion', [discussionId, payload, ada.username, null]);
    expect(await titleOf()).toBe('Mine');

    const onSale = async () =>
      ((await call(nobody, 'getAllMarketItems', [])) as Listed[]).some(({ _id }) => _id === item);
    expect(await onSale()).toBe(true);
    await call(callerOf(ada), 'buyMarketItem', [ada.username, null, item]);
    expect(await onSale()).toBe(false);
  });

  it('are limited in bytes', async () => {
    const { db } = database;
    const { call, people, ctx, discussionId } = await createFunctionFixture(db);
    const { ada } = people;
    await db.execute(sql`with made as (
        insert into discussions (author_id, title, content, created_at, last_activity_at, comment_count)
        select ${ada.id}::uuid, 'Длинно', repeat('я', 10000), now(), now(), 10
        from generate_series(1, 400) returning id
      ) insert into discussion_comments (discussion_id, author_id, text, created_at)
        select id, ${ada.id}::uuid, repeat('ы', 1000), now() from made, generate_series(1, 10)`);
    ctx.testClock.advance(10_000);
    const all = (await call(nobody, 'getAllDiscussions', [])) as Listed[];
    expect(Buffer.byteLength(JSON.stringify(all))).toBeLessThan(5 * 1024 * 1024);
    const [first] = all;
    expect(first?.content).toHaveLength(10_000);
    expect(first?.comments).toHaveLength(10);
    const long = all.filter(({ title }) => title === 'Длинно');
    expect(long).toHaveLength(400);
    expect(long.at(-1)).toMatchObject({
      content: `${'я'.repeat(100)}…`,
      comments: [],
      commentCount: 10,
    });
    // Short texts are not cut.
    expect(all.find(({ _id }) => _id === discussionId)?.content).not.toMatch(/…$/);
    const one = (await call(nobody, 'getDiscussionById', [long.at(-1)?._id])) as Listed;
    expect(one.content).toHaveLength(10_000);
    expect(one.comments).toHaveLength(10);
  });

  it('have 100 friends and games of each player, and a single record has all of them', async () => {
    const { db } = database;
    const { call, people } = await createFunctionFixture(db);
    const { ada, grace } = people;
    await db.execute(sql`with made as (
        insert into users (username, display_username, email, role, registered_at)
        select 'friend-' || n, 'Friend-' || n, 'friend-' || n || '@example.test', 'player', now()
        from generate_series(1, 150) as n returning id, username
      ) insert into friendships (low_id, high_id, since)
        select least(id, ${ada.id}::uuid), greatest(id, ${ada.id}::uuid),
          now() + split_part(username, '-', 2)::integer * interval '1 second' from made`);
    await db.execute(sql`with made as (
        insert into games (id, slug, name, source)
        select 950000 + n, 'owned-' || n, 'Owned ' || n, 'import' from generate_series(1, 150) as n
        returning id
      ) insert into owned_games (user_id, game_id, transfer_id, bought_at)
        select ${ada.id}::uuid, id, uuidv7(), now() + (id - 950000) * interval '1 second' from made`);
    type User = { username: string; friends: string[]; games: string[] };
    const all = (await call(callerOf(grace), 'getAllUsers', [])) as User[];
    const listed = all.find(({ username }) => username === ada.username);
    const newest = (start: string) => Array.from({ length: 100 }, (_, n) => `${start}${150 - n}`);
    expect(listed?.friends).toEqual(newest('Friend-'));
    expect(listed?.games).toEqual(newest('Owned '));
    const one = (await call(callerOf(grace), 'getOneUser', [ada.username, null])) as User;
    expect(one.friends).toHaveLength(151);
    expect(one.games).toHaveLength(151);
  });
});
