import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { conversations } from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { messageText } from '#shared/schemas/chat-socket.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { type CtxOverrides, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { befriend, unfriend } from '#test/fixtures/friends.ts';
import { muteAccount } from '#test/fixtures/mutes.ts';
import type { Ctx } from '../context.ts';
import type { DomainEvent } from '../events.ts';
import { savePrivacy } from '../privacy/save-privacy.ts';
import { getConversation } from './get-conversation.ts';
import { listMessagesAfter } from './list-messages-after.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { openConversation } from './open-conversation.ts';
import { sendMessage } from './send-message.ts';

const database = useDatabase();

/** Two friends with a conversation, a context for each, and the received events. */
async function createFixture(overrides: CtxOverrides = {}) {
  const { db } = database;
  const events: DomainEvent[] = [];
  const base = createTestCtx(db, {
    events: { publish: (event) => events.push(event) },
    ...overrides,
  });
  const [ada, bob] = [await createPlayer(db), await createPlayer(db)];
  await befriend(db, ada.id, bob.id);
  const [asAda, asBob] = [
    { ...base, actor: ada },
    { ...base, actor: bob },
  ];
  const { conversationId } = await openConversation(asAda, bob.username);
  const sendText = (ctx: Ctx, text: string, id: string = randomUUID()) =>
    sendMessage(ctx, { conversationId, id, text });
  const all = async (ctx: Ctx) =>
    (await listMessagesAfter(ctx, { conversationId, after: 0 })).messages;
  return { ada, bob, asAda, asBob, base, conversationId, sendText, all, events };
}

test('either friend opens the same conversation, with the username in any case', async () => {
  const { ada, bob, asAda, asBob, conversationId, sendText } = await createFixture();
  const both = await Promise.all([
    openConversation(asAda, bob.username.toUpperCase()),
    openConversation(asBob, ada.username),
  ]);
  expect(both.map((opened) => opened.conversationId)).toEqual([conversationId, conversationId]);
  await sendText(asBob, 'hello');
  expect(await openConversation(asAda, bob.username)).toMatchObject({
    friend: { id: bob.id, username: bob.username },
    lastNumber: 1,
    read: 0,
  });
  expect(await openConversation(asBob, ada.username)).toMatchObject({ lastNumber: 1, read: 1 });
});

test('two friends who open their conversation for the first time at once get the same one', async () => {
  const { db } = database;
  const base = createTestCtx(db);
  const [ada, bob] = [await createPlayer(db), await createPlayer(db)];
  await befriend(db, ada.id, bob.id);
  const opened = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0
        ? openConversation({ ...base, actor: ada }, bob.username)
        : openConversation({ ...base, actor: bob }, ada.username),
    ),
  );
  expect(new Set(opened.map(({ conversationId }) => conversationId)).size).toBe(1);
});

test('nobody can message strangers, former friends, oneself or an unknown username', async () => {
  const { ada, bob, asAda, asBob, conversationId, sendText, base } = await createFixture();
  const stranger = await createPlayer(database.db);
  const asStranger = { ...base, actor: stranger };
  for (const name of [stranger.username, ada.username, 'nobody-at-all'])
    await expect(openConversation(asAda, name)).rejects.toMatchObject({ code: 'not-friends' });
  await expect(sendText(asStranger, 'hi')).rejects.toMatchObject({ code: 'not-friends' });
  await expect(listMessagesAfter(asStranger, { conversationId, after: 0 })).rejects.toMatchObject({
    code: 'not-friends',
  });
  await sendText(asAda, 'before');
  await unfriend(database.db, ada.id, bob.id);
  await expect(sendText(asBob, 'after')).rejects.toMatchObject({ code: 'not-friends' });
  await expect(listMessagesAfter(asBob, { conversationId, after: 0 })).rejects.toMatchObject({
    code: 'not-friends',
  });
  await expect(openConversation(asBob, ada.username)).rejects.toMatchObject({
    code: 'not-friends',
  });
});

test('guests and visitors can neither send nor read messages', async () => {
  const { base, conversationId, sendText, asAda } = await createFixture();
  const guest = await createPlayer(database.db, { role: 'guest' });
  for (const [actor, code] of [
    [null, 'login-required'],
    [guest, 'guest-not-allowed'],
  ] as const) {
    const ctx = { ...base, actor };
    await expect(sendText(ctx, 'hi')).rejects.toMatchObject({ code });
    await expect(openConversation(ctx, asAda.actor.username)).rejects.toMatchObject({ code });
    await expect(listMessagesAfter(ctx, { conversationId, after: 0 })).rejects.toMatchObject({
      code,
    });
    await expect(markMessagesRead(ctx, { conversationId, number: 1 })).rejects.toMatchObject({
      code,
    });
  }
});

test('simultaneous messages in one conversation get numbers without gaps or duplicates', async () => {
  const { asAda, asBob, all, sendText, base, events } = await createFixture();
  // Another node writes to the same conversation.
  const far = createTestCtx(database.db);
  const asFarBob = { ...base, chat: far.chat, actor: asBob.actor };
  const sent = await Promise.all(
    Array.from({ length: 90 }, (_, index) => {
      const ctx = [asAda, asBob, asFarBob][index % 3] ?? asAda;
      return sendText(ctx, `message ${index}`);
    }),
  );
  const numbers = sent.map(({ number }) => number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 90 }, (_, index) => index + 1));
  const stored = await all(asAda);
  expect(stored.map(({ number }) => number)).toEqual(numbers);
  for (const { number, text } of sent) expect(stored[number - 1]?.text).toBe(text);
  const receivedEvents = events.flatMap((event) =>
    event.type === 'messages-sent' ? event.messages : [],
  );
  expect(receivedEvents.map(({ number }) => number)).toEqual(
    receivedEvents.map(({ number }) => number).toSorted((a, b) => a - b),
  );
});

test('a message that is sent again is stored once, also at the same time and from another node', async () => {
  const { asAda, asBob, all, sendText, events } = await createFixture();
  const id = randomUUID();
  const far = createTestCtx(database.db);
  const asFarAda = { ...asAda, messages: far.chat.writer };
  const sent = await Promise.all([
    sendText(asAda, 'once', id),
    sendText(asAda, 'once', id),
    sendText(asFarAda, 'once', id),
    sendText(asAda, 'other'),
  ]);
  const later = await sendText(asAda, 'once', id);
  expect(new Set(sent.slice(0, 3).map(({ number }) => number)).size).toBe(1);
  expect(later).toMatchObject({ number: sent[0].number, sentAt: sent[0].sentAt });
  expect((await all(asBob)).map(({ text }) => text).toSorted()).toEqual(['once', 'other']);
  await expect(sendText(asAda, 'twice', id)).rejects.toMatchObject({ code: 'key-reused' });
  // The message id is unique per sender only.
  await sendText(asBob, 'mine', id);
  expect(await all(asBob)).toHaveLength(3);
  const receivedEvents = events.flatMap((event) =>
    event.type === 'messages-sent' ? event.messages : [],
  );
  expect(receivedEvents.filter((message) => message.text === 'once').length).toBeLessThanOrEqual(1);
});

test('a message that cannot be stored fails alone', async () => {
  const { asAda, sendText, all } = await createFixture();
  const results = await Promise.allSettled([
    sendText(asAda, 'first'),
    sendText(asAda, 'good'),
    sendText(asAda, 'bad\0'),
    sendText(asAda, 'fine'),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(results[2]).toMatchObject({ reason: { code: '22021' } });
  expect((await all(asAda)).map(({ text }) => text)).toEqual(['first', 'good', 'fine']);
});

test('a blank message is rejected; line breaks stay, invisible texts are rejected', async () => {
  const { asAda, sendText, all } = await createFixture();
  for (const text of ['', ' \n ', '\u200b \u2060'])
    await expect(sendText(asAda, text)).rejects.toMatchObject({ code: 'message-empty' });
  expect(messageText.parse('  two\r\nlines \n')).toBe('two\nlines');
  for (const text of ['a\0b', 'a\u0007b', '\ud800', 'x'.repeat(1_001)])
    expect(messageText.safeParse(text).success).toBe(false);
  await sendText(asAda, 'x'.repeat(1_000));
  expect(await all(asAda)).toHaveLength(1);
});

test('a player can send ten messages in ten seconds; a repeat does not count', async () => {
  const { asAda, sendText } = await createFixture({ rateLimiter: createRateLimiter() });
  const id = randomUUID();
  await sendText(asAda, 'kept', id);
  for (let time = 0; time < 12; time += 1) await sendText(asAda, 'kept', id);
  for (let time = 0; time < 9; time += 1) await sendText(asAda, `message ${time}`);
  await expect(sendText(asAda, 'too much')).rejects.toMatchObject({
    code: 'rate-limited',
    message: 'Rate limit exceeded. Please try again later.',
  });
  expect(await sendText(asAda, 'kept', id)).toMatchObject({ number: 1, text: 'kept' });
});

test('reading and sending move the read mark, never back and never beyond the last message', async () => {
  const { asAda, asBob, sendText, conversationId, events } = await createFixture();
  for (const text of ['a', 'b', 'c']) await sendText(asAda, text);
  const marks = async () => {
    const [row] = await database.db
      .select({ low: conversations.lowRead, high: conversations.highRead })
      .from(conversations)
      .where(eq(conversations.id, conversationId));
    return asAda.actor.id < asBob.actor.id ? [row?.low, row?.high] : [row?.high, row?.low];
  };
  expect(await marks()).toEqual([3, 0]);
  await markMessagesRead(asBob, { conversationId, number: 2 });
  await markMessagesRead(asBob, { conversationId, number: 1 });
  expect(await marks()).toEqual([3, 2]);
  expect(events.filter(({ type }) => type === 'unread-changed')).toHaveLength(1);
  await markMessagesRead(asBob, { conversationId, number: 99 });
  expect(await marks()).toEqual([3, 3]);
  const stranger = await createPlayer(database.db);
  await markMessagesRead({ ...asBob, actor: stranger }, { conversationId, number: 3 });
  expect(events.filter(({ type }) => type === 'unread-changed')).toHaveLength(2);
});

test('a muted player writes nothing until the mute ends; the other one can write', async () => {
  const { bob, asAda, asBob, base, sendText, all } = await createFixture();
  await sendText(asBob, 'before');
  const until = new Date(base.clock.now().getTime() + 60_000);
  await muteAccount(database.db, { userId: bob.id, until });
  await expect(sendText(asBob, 'while muted')).rejects.toMatchObject({ code: 'muted' });
  await sendText(asAda, 'reply');
  expect((await all(asAda)).map(({ text }) => text)).toEqual(['before', 'reply']);
  base.testClock.advance(60_000);
  await sendText(asBob, 'after');
  expect((await all(asAda)).map(({ text }) => text)).toEqual(['before', 'reply', 'after']);
});

test('messages that one player sends at once keep their order', async () => {
  const { asAda, asBob, sendText, all } = await createFixture();
  const texts = Array.from({ length: 9 }, (_, index) => `message ${index + 1}`);
  await Promise.all(texts.map((text) => sendText(asBob, text)));
  expect((await all(asAda)).map(({ text }) => text)).toEqual(texts);
});

test('friends cannot write to a player who accepts no messages, who can write to them', async () => {
  const { ada, asAda, asBob, sendText, all } = await createFixture();
  const id = randomUUID();
  await sendText(asBob, 'before', id);
  await savePrivacy(asAda, { messagesFrom: 'nobody' });
  await expect(sendText(asBob, 'after')).rejects.toMatchObject({ code: 'messages-refused' });
  // A message that was stored before is acknowledged again.
  expect(await sendText(asBob, 'before', id)).toMatchObject({ number: 1 });
  expect(await getConversation(asBob, ada.username)).toMatchObject({ refusesMessages: true });
  await sendText(asAda, 'from ada');
  await savePrivacy(asAda, { messagesFrom: 'friends' });
  await sendText(asBob, 'again');
  const texts = (await all(asAda)).map(({ number, text }) => [number, text]);
  expect(texts).toEqual([
    [1, 'before'],
    [2, 'from ada'],
    [3, 'again'],
  ]);
});
