import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { conversations } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { listFriends } from '../friends/list-friends.ts';
import { getUnreadCounts } from '../notifications/get-unread-counts.ts';
import { getConversation } from './get-conversation.ts';
import { listConversations } from './list-conversations.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { sendMessage } from './send-message.ts';

const database = useDatabase();

/** Two friends; Bob has written `count` messages to Ada. */
async function createFixture(count: number) {
  const ctx = createTestCtx(database.db);
  const [ada, bob] = [await createPlayer(database.db), await createPlayer(database.db)];
  await befriend(database.db, ada.id, bob.id);
  const as = (actor: Actor): Ctx => ({ ...ctx, actor });
  const { conversationId } = await getConversation(as(ada), bob.username);
  async function sendText(actor: Actor, readsBefore?: boolean) {
    const message = { conversationId, id: randomUUID(), text: 'Hello.', readsBefore };
    const { number } = await sendMessage(as(actor), message);
    if (number % 9 === 0) ctx.testClock.advance(10_000);
  }
  for (let number = 1; number <= count; number += 1) await sendText(bob);
  /** The unread count of each of Ada's screens. */
  async function unread() {
    const [list, friends, all] = await Promise.all([
      listConversations(as(ada), { page: 1 }),
      listFriends(as(ada), { username: ada.username, page: 1 }),
      getUnreadCounts(ctx, ada.id),
    ]);
    return [list.conversations[0]?.unread, friends.friends[0]?.unread, all.messages];
  }
  const show = (from: number, number: number) =>
    markMessagesRead(as(ada), { conversationId, from, number });
  return { ctx, ada, bob, as, conversationId, sendText, unread, show };
}

test('messages above the ones that were shown stay unread on every screen', async () => {
  const { ada, bob, as, sendText, unread, show } = await createFixture(12);
  await show(8, 12);
  expect(await unread()).toEqual([7, 7, 7]);
  expect(await getConversation(as(ada), bob.username)).toMatchObject({
    read: 12,
    skipped: [[1, 7]],
  });
  await show(3, 7);
  expect(await unread()).toEqual([2, 2, 2]);
  for (let count = 1; count <= 8; count += 1) await sendText(bob);
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

test('own messages are read, and earlier ones that were not shown stay unread', async () => {
  const { ada, bob, sendText, unread, show } = await createFixture(7);
  await show(3, 7);
  await sendText(ada, false);
  await sendText(bob);
  await sendText(bob);
  await sendText(ada, false);
  expect(await unread()).toEqual([4, 4, 4]);
  // A client that does not report what it shows.
  await sendText(ada);
  expect(await unread()).toEqual([0, 0, 0]);
});

test('when several write at once, each side has its own read mark', async () => {
  const { ada, bob, conversationId, sendText, unread } = await createFixture(1);
  await Promise.all([bob, ada, bob, ada, bob].map((actor) => sendText(actor, false)));
  const [row] = await database.db
    .select()
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  // Three messages of Bob and the one before; messages after Ada's last own one are unread by the
  // read mark.
  expect(await unread()).toEqual([4, 4, 4]);
  expect(row?.lastNumber).toBe(6);
});

test('a range that starts after the last message, or ends before it starts, changes nothing', async () => {
  const { unread, show } = await createFixture(3);
  await show(4, 9);
  await show(3, 2);
  expect(await unread()).toEqual([3, 3, 3]);
  await show(3, 2_147_483_647);
  expect(await unread()).toEqual([2, 2, 2]);
});

test('of more than a hundred runs of skipped messages the oldest counts as read', async () => {
  const { ada, conversationId, show, unread } = await createFixture(1);
  const isLow = sql`low_id = ${ada.id}`;
  // Every second one of 300 messages was read.
  await database.db.execute(sql`update conversations set last_number = 300,
    low_read = case when ${isLow} then 299 else 300 end,
    high_read = case when ${isLow} then 300 else 299 end,
    low_skipped = case when ${isLow} then alternating.runs else '{}' end,
    high_skipped = case when ${isLow} then '{}' else alternating.runs end
    from (select range_agg(int4range(n, n + 1)) as runs from generate_series(1, 298, 2) as n) as alternating
    where id = ${conversationId}`);
  // The list of conversations has no last message for these invented numbers.
  expect((await unread()).slice(1)).toEqual([150, 100]);
  await show(300, 300);
  expect((await unread()).slice(1)).toEqual([100, 100]);
});
