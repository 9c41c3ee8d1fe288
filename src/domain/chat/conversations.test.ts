import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { befriend, unfriend } from '#test/fixtures/friends.ts';
import type { Actor } from '../actor.ts';
import { getConversation } from './get-conversation.ts';
import { listConversations } from './list-conversations.ts';
import { listMessages } from './list-messages.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { sendMessage } from './send-message.ts';

const database = useDatabase();

async function createFixture() {
  const { db } = database;
  const ctx = createTestCtx(db);
  const me = await createPlayer(db);
  const as = (actor: Actor) => ({ ...ctx, actor });
  async function friend() {
    const other = await createPlayer(db);
    await befriend(db, me.id, other.id);
    const { conversationId } = await getConversation(as(me), other.username);
    const sendText = (actor: Actor, text: string) =>
      sendMessage(as(actor), { conversationId, id: randomUUID(), text });
    return { other, conversationId, sendText };
  }
  return { ctx, me, as, friend };
}

test('conversations are listed newest first, with the last message and the unread count', async () => {
  const { ctx, me, as, friend } = await createFixture();
  const [ada, bob, silent, former] = [
    await friend(),
    await friend(),
    await friend(),
    await friend(),
  ];
  await ada.sendText(ada.other, 'first');
  ctx.testClock.advance(1_000);
  await former.sendText(former.other, 'farewell');
  ctx.testClock.advance(1_000);
  await bob.sendText(bob.other, 'one');
  await bob.sendText(bob.other, 'x'.repeat(900));
  ctx.testClock.advance(1_000);
  await ada.sendText(me, 'mine');
  await unfriend(database.db, me.id, former.other.id);

  const { conversations, pages } = await listConversations(as(me), { page: 1 });
  expect(pages).toBe(1);
  expect(conversations).toMatchObject([
    {
      friend: { username: ada.other.username },
      last: { sender: me.username, text: 'mine' },
      unread: 0,
    },
    {
      friend: { username: bob.other.username },
      last: { sender: bob.other.username, text: 'x'.repeat(140) },
      unread: 2,
    },
  ]);
  expect(silent.conversationId).toBeTruthy();
  await markMessagesRead(as(me), { conversationId: bob.conversationId, number: 1 });
  const after = await listConversations(as(me), { page: 1 });
  expect(after.conversations[1]?.unread).toBe(1);
  // Own messages count as read.
  const theirs = await listConversations(as(bob.other), { page: 1 });
  expect(theirs.conversations).toMatchObject([{ unread: 0, friend: { username: me.username } }]);
});

test('messages are read from the end, and earlier ones before a number', async () => {
  const { me, as, friend } = await createFixture();
  const { other, conversationId, sendText } = await friend();
  for (let number = 1; number <= 12; number += 1)
    await sendText(number % 2 ? me : other, `m${number}`);
  const numbers = async (input: { before?: number; count: number }, actor = me) =>
    (await listMessages(as(actor), { conversationId, ...input })).map(({ number }) => number);
  expect(await numbers({ count: 5 })).toEqual([8, 9, 10, 11, 12]);
  expect(await numbers({ count: 5, before: 8 })).toEqual([3, 4, 5, 6, 7]);
  expect(await numbers({ count: 5, before: 3 })).toEqual([1, 2]);
  expect(await numbers({ count: 5, before: 1 })).toEqual([]);
  expect(await numbers({ count: 5 }, other)).toEqual([8, 9, 10, 11, 12]);
  expect(await numbers({ count: 5 }, await createPlayer(database.db))).toEqual([]);
  await unfriend(database.db, me.id, other.id);
  expect(await numbers({ count: 5 })).toEqual([]);
});

test('only friends have a conversation, and it shows whether the friend is online', async () => {
  const { ctx, me, as, friend } = await createFixture();
  const { other } = await friend();
  expect(await getConversation(as(me), other.username.toUpperCase())).toMatchObject({
    friend: { username: other.username, profilePic: 'profile1.webp', status: 'Offline' },
    lastNumber: 0,
    read: 0,
  });
  ctx.accounts.presence.markSeen(other.id);
  await ctx.accounts.presence.flush();
  expect(await getConversation(as(me), other.username)).toMatchObject({
    friend: { status: 'Online' },
  });
  for (const name of [
    me.username,
    'a\0b',
    'nobody-here',
    (await createPlayer(database.db)).username,
  ])
    await expect(getConversation(as(me), name)).rejects.toMatchObject({ code: 'not-friends' });
});
