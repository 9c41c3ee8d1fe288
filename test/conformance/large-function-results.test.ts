import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import type { Database } from '#database/client.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';
import { fairShareConstants } from '#shared/constants/server/http-requests.ts';
import { createConversation } from '../fixtures/conversation.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createCardSets } from '../fixtures/factories.ts';
import { callerOf, createFunctionFixture } from '../fixtures/realm-functions.ts';

const database = useDatabase();
beforeAll(() => createCardSets(database.db));
const nobody = callerOf();

interface TextRow {
  _id: string;
  text: string;
  content: string;
}

const bytesOf = (rows: TextRow[], field: 'text' | 'content') =>
  rows.reduce((sum, one) => sum + Buffer.byteLength(one[field]), 0);

/** Fills Ada's profile, discussion and conversation with Hopper with a thousand texts of full length each. */
async function createLongTexts() {
  const { db } = database;
  const fixture = await createFunctionFixture(db);
  const { ada, grace, hopper } = fixture.people;
  await db.execute(sql`insert into profile_comments (profile_id, author_id, text, created_at)
    select ${ada.id}::uuid, ${grace.id}::uuid, n || repeat('я', 740), now()
    from generate_series(1001, 2000) as n`);
  await db.execute(sql`insert into discussion_comments (discussion_id, author_id, text, created_at)
    select ${fixture.discussionId}::uuid, ${grace.id}::uuid, n || repeat('я', 900), now()
    from generate_series(1001, 2000) as n`);
  await createConversation(db, [ada.id, hopper.id], { count: 1_000, text: 'я'.repeat(1_000) });
  return fixture;
}

/** Records the largest number of statements that read profile comments at the same time. */
function watchReads({ $client }: Database) {
  const query: (...args: unknown[]) => Promise<unknown> = $client.query.bind($client);
  let [now, most] = [0, 0];
  $client.query = (async (...args: unknown[]) => {
    if (!JSON.stringify(args[0]).includes('comments-of-profile')) return query(...args);
    now += 1;
    most = Math.max(most, now);
    try {
      return await query(...args);
    } finally {
      now -= 1;
    }
  }) as typeof $client.query;
  return {
    most: () => most,
    stop: () => {
      $client.query = query as typeof $client.query;
    },
  };
}

describe('lists of texts', () => {
  it('are limited in bytes by leaving out the oldest texts', async () => {
    const { call, people, discussionId } = await createLongTexts();
    const { ada, hopper } = people;
    const { comments } = (await call(nobody, 'getComments', [ada.username])) as {
      comments: TextRow[];
    };
    const discussion = (await call(nobody, 'getDiscussionById', [discussionId])) as {
      comments: TextRow[];
    };
    const names = [ada.username, hopper.username];
    const messages = (await call(callerOf(ada), 'getMessages', names)) as TextRow[];
    for (const [rows, field] of [
      [comments, 'text'],
      [discussion.comments, 'content'],
      [messages, 'text'],
    ] as const) {
      expect(bytesOf(rows, field)).toBeLessThanOrEqual(realmListConstants.textBytes);
      expect(bytesOf(rows, field)).toBeGreaterThan(realmListConstants.textBytes - 3_000);
    }
    expect(comments[0]?.text).toMatch(/^2000/);
    expect(discussion.comments.at(-1)?.content).toMatch(/^2000/);
  });

  it('are read a few at a time, so that 300 calls do not block other requests', async () => {
    const { ctx, people } = await createLongTexts();
    const { ada, grace } = people;
    const reads = watchReads(database.db);
    let done = 0;
    const call = (address: string) =>
      callFunction(
        { ...ctx, request: { ...ctx.request, address } },
        { name: 'getComments', args: [ada.username], caller: nobody },
      );
    try {
      const crowd = Array.from({ length: 300 }, async () => {
        await call('192.0.2.1');
        done += 1;
      });
      const honest = call('192.0.2.2');
      const record = callFunction(ctx, {
        name: 'getLastClaimDate',
        args: [grace.username, null],
        caller: callerOf(grace),
      });
      await Promise.all([honest, record]);
      expect(done).toBeLessThan(3 * fairShareConstants.address.atOnce);
      await Promise.all(crowd);
      expect(reads.most()).toBeLessThanOrEqual(fairShareConstants.lists.atOnce);
    } finally {
      reads.stop();
    }
  });

  it('of all players leave out owned games above a limit, but no player', async () => {
    const { db } = database;
    const { call } = await createFunctionFixture(db);
    await db.execute(sql`with made as (
        insert into users (username, display_username, email, role, registered_at)
        select 'rich-' || n, 'Rich-' || n, 'rich-' || n || '@example.test', 'player', now()
        from generate_series(1, 600) as n returning id
      ), sold as (
        insert into games (id, slug, name, source)
        select 960000 + n, 'long-' || n, repeat('Long ', 20) || n, 'import'
        from generate_series(1, 100) as n returning id
      ) insert into owned_games (user_id, game_id, transfer_id, bought_at)
        select made.id, sold.id, uuidv7(), now() from made, sold`);
    const all = (await call(nobody, 'getAllUsers', [])) as { username: string; games: string[] }[];
    const rich = all.filter(({ username }) => username.startsWith('Rich-'));
    expect(rich).toHaveLength(600);
    expect(rich[0]?.games).toHaveLength(100);
    expect(rich.at(-1)?.games).toEqual([]);
    const bytes = rich.reduce((sum, { games }) => sum + Buffer.byteLength(games.join('')), 0);
    expect(bytes).toBeLessThanOrEqual(realmListConstants.gamesAndFriendsBytes);
  });
});
