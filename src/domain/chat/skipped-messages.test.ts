import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { conversations } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import type { Actor } from '../base-context.ts';
import { listFriends } from '../friends/list-friends.ts';
import { getUnread } from '../notifications/get-unread-counts.ts';
import { getConversation } from './get-conversation.ts';
import { listConversations } from './list-conversations.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { sendMessage } from './send-message.ts';

const database = useDatabase();

/** Two friends, Bob having written `count` messages to Ada. */
async function scene(count: number) {
  const ctx = createTestCtx(database.db);
  const [ada, bob] = [await createPlayer(database.db), await createPlayer(database.db)];
  await befriend(database.db, ada.id, bob.id);
  const as = (actor: Actor): Ctx => ({ ...ctx, actor });
  const { conversationId } = await getConversation(as(ada), bob.username);
  async function say(actor: Actor, readsBefore?: boolean) {
    const message = { conversationId, id: randomUUID(), text: 'Hello.', readsBefore };
    const { number } = await sendMessage(as(actor), message);
    if (number % 9 === 0) ctx.testClock.advance(10_000);
  }
  for (let number = 1; number <= count; number += 1) await say(bob);
  /** What each screen of Ada's counts. */
  async function unread() {
    const [list, friends, all] = await Promise.all([
      listConversations(as(ada), { page: 1 }),
      listFriends(as(ada), { username: ada.username, page: 1 }),
      getUnread(ctx, ada.id),
    ]);
    return [list.conversations[0]?.unread, friends.friends[0]?.unread, all.messages];
  }
  const show = (from: number, number: number) =>
    markMessagesRead(as(ada), { conversationId, from, number });
  return { ctx, ada, bob, as, conversationId, say, unread, show };
}

test('what lies above the messages that were shown stays unread, on every screen alike', async () => {
  const { ada, bob, as, say, unread, show } = await scene(12);
  await show(8, 12);
  expect(await unread()).toEqual([7, 7, 7]);
  expect(await getConversation(as(ada), bob.username)).toMatchObject({
    read: 12,
    skipped: [[1, 7]],
  });
  await show(3, 7);
  expect(await unread()).toEqual([2, 2, 2]);
  for (let count = 1; count <= 8; count += 1) await say(bob);
  await show(16, 20);
  expect(await unread()).toEqual([5, 5, 5]);
  expect(await getConversation(as(ada), bob.username)).toMatchObject({
    read: 20,
    skipped: [
      [1, 2],
      [13, 15],
    ],
  });
  await show(1, 20);
  expect(await unread()).toEqual([0, 0, 0]);
});

test('what one says oneself is read, and what lies above it stays unread where it was not shown', async () => {
  const { ada, bob, say, unread, show } = await scene(7);
  await show(3, 7);
  await say(ada, false);
  await say(bob);
  await say(bob);
  await say(ada, false);
  expect(await unread()).toEqual([4, 4, 4]);
  // A client that does not say what it shows.
  await say(ada);
  expect(await unread()).toEqual([0, 0, 0]);
});

test('several sides speaking at once have their own marks', async () => {
  const { ada, bob, conversationId, say, unread } = await scene(1);
  await Promise.all([bob, ada, bob, ada, bob].map((actor) => say(actor, false)));
  const [row] = await database.db
    .select()
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  // Three of Bob's and the one before; what came after the last of Ada's own is unread by the mark.
  expect(await unread()).toEqual([4, 4, 4]);
  expect(row?.lastNumber).toBe(6);
});

test('a mark that lies beyond the last message, or ends before it begins, changes nothing', async () => {
  const { unread, show } = await scene(3);
  await show(4, 9);
  await show(3, 2);
  expect(await unread()).toEqual([3, 3, 3]);
  await show(3, 2_147_483_647);
  expect(await unread()).toEqual([2, 2, 2]);
});

test('of a hundred runs that were never shown the oldest counts as read', async () => {
  const { ada, conversationId, show, unread } = await scene(1);
  const isLow = sql`low_id = ${ada.id}`;
  // Every second of 300 was read.
  await database.db.execute(sql`update conversations set last_number = 300,
    low_read = case when ${isLow} then 299 else 300 end,
    high_read = case when ${isLow} then 300 else 299 end,
    low_skipped = case when ${isLow} then alternating.runs else '{}' end,
    high_skipped = case when ${isLow} then '{}' else alternating.runs end
    from (select range_agg(int4range(n, n + 1)) as runs from generate_series(1, 298, 2) as n) as alternating
    where id = ${conversationId}`);
  // The list of conversations has no last message to show of what was made up here.
  expect((await unread()).slice(1)).toEqual([150, 100]);
  await show(300, 300);
  expect((await unread()).slice(1)).toEqual([100, 100]);
});
