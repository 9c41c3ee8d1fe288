import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { conversations } from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { messageText } from '#shared/schemas/chat.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { befriend, unfriend } from '#test/fixtures/friends.ts';
import type { Ctx } from '../context.ts';
import type { DomainEvent } from '../events.ts';
import { listMessagesAfter } from './list-messages-after.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { openConversation } from './open-conversation.ts';
import { sendMessage } from './send-message.ts';

const database = useDatabase();

/** Two friends with a conversation, each with a context, and what listeners were told. */
async function talkScene(overrides: Partial<Ctx> = {}) {
  const { db } = database;
  const told: DomainEvent[] = [];
  const base = createTestCtx(db, {
    events: { publish: (event) => told.push(event) },
    ...overrides,
  });
  const [ada, bob] = [await createPlayer(db), await createPlayer(db)];
  await befriend(db, ada.id, bob.id);
  const [asAda, asBob] = [
    { ...base, actor: ada },
    { ...base, actor: bob },
  ];
  const { conversationId } = await openConversation(asAda, bob.username);
  const say = (ctx: Ctx, text: string, id: string = randomUUID()) =>
    sendMessage(ctx, { conversationId, id, text });
  const all = async (ctx: Ctx) =>
    (await listMessagesAfter(ctx, { conversationId, after: 0 })).messages;
  return { ada, bob, asAda, asBob, base, conversationId, say, all, told };
}

test('friends share one conversation, whoever opens it and however the name is written', async () => {
  const { ada, bob, asAda, asBob, conversationId, say } = await talkScene();
  const both = await Promise.all([
    openConversation(asAda, bob.username.toUpperCase()),
    openConversation(asBob, ada.username),
  ]);
  expect(both.map((opened) => opened.conversationId)).toEqual([conversationId, conversationId]);
  await say(asBob, 'hello');
  expect(await openConversation(asAda, bob.username)).toMatchObject({
    friend: { id: bob.id, username: bob.username },
    lastNumber: 1,
    read: 0,
  });
  expect(await openConversation(asBob, ada.username)).toMatchObject({ lastNumber: 1, read: 1 });
});

test('a conversation that is opened from both sides at once for the first time is one', async () => {
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

test('nobody talks with strangers, former friends, oneself or somebody whom there is not', async () => {
  const { ada, bob, asAda, asBob, conversationId, say, base } = await talkScene();
  const stranger = await createPlayer(database.db);
  const asStranger = { ...base, actor: stranger };
  for (const name of [stranger.username, ada.username, 'nobody-at-all'])
    await expect(openConversation(asAda, name)).rejects.toMatchObject({ code: 'not-friends' });
  await expect(say(asStranger, 'hi')).rejects.toMatchObject({ code: 'not-friends' });
  await expect(listMessagesAfter(asStranger, { conversationId, after: 0 })).rejects.toMatchObject({
    code: 'not-friends',
  });
  await say(asAda, 'before');
  await unfriend(database.db, ada.id, bob.id);
  await expect(say(asBob, 'after')).rejects.toMatchObject({ code: 'not-friends' });
  await expect(listMessagesAfter(asBob, { conversationId, after: 0 })).rejects.toMatchObject({
    code: 'not-friends',
  });
  await expect(openConversation(asBob, ada.username)).rejects.toMatchObject({
    code: 'not-friends',
  });
});

test('guests and visitors neither send nor read', async () => {
  const { base, conversationId, say, asAda } = await talkScene();
  const guest = await createPlayer(database.db, { role: 'guest' });
  for (const [actor, code] of [
    [null, 'login-required'],
    [guest, 'guest-not-allowed'],
  ] as const) {
    const ctx = { ...base, actor };
    await expect(say(ctx, 'hi')).rejects.toMatchObject({ code });
    await expect(openConversation(ctx, asAda.actor.username)).rejects.toMatchObject({ code });
    await expect(listMessagesAfter(ctx, { conversationId, after: 0 })).rejects.toMatchObject({
      code,
    });
    await expect(markMessagesRead(ctx, { conversationId, number: 1 })).rejects.toMatchObject({
      code,
    });
  }
});

test('many senders into one conversation at once get numbers without gap or double', async () => {
  const { asAda, asBob, all, say, base, told } = await talkScene();
  // Another node writes into the same conversation.
  const far = createTestCtx(database.db);
  const asFarBob = { ...base, messageWriter: far.messageWriter, actor: asBob.actor };
  const sent = await Promise.all(
    Array.from({ length: 90 }, (_, index) => {
      const ctx = [asAda, asBob, asFarBob][index % 3] ?? asAda;
      return say(ctx, `message ${index}`);
    }),
  );
  const numbers = sent.map(({ number }) => number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 90 }, (_, index) => index + 1));
  const kept = await all(asAda);
  expect(kept.map(({ number }) => number)).toEqual(numbers);
  for (const { number, text } of sent) expect(kept[number - 1]?.text).toBe(text);
  const heard = told.flatMap((event) => (event.type === 'messages-sent' ? event.messages : []));
  expect(heard.map(({ number }) => number)).toEqual(
    heard.map(({ number }) => number).toSorted((a, b) => a - b),
  );
});

test('what is sent again is said once, also at the same time and from another node', async () => {
  const { asAda, asBob, all, say, told } = await talkScene();
  const id = randomUUID();
  const far = createTestCtx(database.db);
  const asFarAda = { ...asAda, messages: far.messageWriter };
  const sent = await Promise.all([
    say(asAda, 'once', id),
    say(asAda, 'once', id),
    say(asFarAda, 'once', id),
    say(asAda, 'other'),
  ]);
  const later = await say(asAda, 'once', id);
  expect(new Set(sent.slice(0, 3).map(({ number }) => number)).size).toBe(1);
  expect(later).toMatchObject({ number: sent[0].number, sentAt: sent[0].sentAt });
  expect((await all(asBob)).map(({ text }) => text).toSorted()).toEqual(['once', 'other']);
  await expect(say(asAda, 'twice', id)).rejects.toMatchObject({ code: 'key-reused' });
  // The id is its sender's own.
  await say(asBob, 'mine', id);
  expect(await all(asBob)).toHaveLength(3);
  const heard = told.flatMap((event) => (event.type === 'messages-sent' ? event.messages : []));
  expect(heard.filter((message) => message.text === 'once').length).toBeLessThanOrEqual(1);
});

test('one that cannot be kept fails alone', async () => {
  const { asAda, say, all } = await talkScene();
  const results = await Promise.allSettled([
    say(asAda, 'first'),
    say(asAda, 'good'),
    say(asAda, 'bad\0'),
    say(asAda, 'fine'),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(results[2]).toMatchObject({ reason: { code: 'message-failed' } });
  expect((await all(asAda)).map(({ text }) => text)).toEqual(['first', 'good', 'fine']);
});

test('blank is nothing said; line ends stay, what nobody can see is refused', async () => {
  const { asAda, say, all } = await talkScene();
  for (const text of ['', ' \n ', '\u200b \u2060'])
    await expect(say(asAda, text)).rejects.toMatchObject({ code: 'message-empty' });
  expect(messageText.parse('  two\r\nlines \n')).toBe('two\nlines');
  for (const text of ['a\0b', 'a\u0007b', '\ud800', 'x'.repeat(1_001)])
    expect(messageText.safeParse(text).success).toBe(false);
  await say(asAda, 'x'.repeat(1_000));
  expect(await all(asAda)).toHaveLength(1);
});

test('ten messages in ten seconds; a repeat does not count', async () => {
  const { asAda, say } = await talkScene({ rateLimiter: createRateLimiter() });
  const id = randomUUID();
  await say(asAda, 'kept', id);
  for (let time = 0; time < 12; time += 1) await say(asAda, 'kept', id);
  for (let time = 0; time < 9; time += 1) await say(asAda, `message ${time}`);
  await expect(say(asAda, 'too much')).rejects.toMatchObject({
    code: 'rate-limited',
    message: 'Rate limit exceeded. Please try again later.',
  });
  expect(await say(asAda, 'kept', id)).toMatchObject({ number: 1, text: 'kept' });
});

test('what one reads and sends is read, never back and never beyond the last', async () => {
  const { asAda, asBob, say, conversationId, told } = await talkScene();
  for (const text of ['a', 'b', 'c']) await say(asAda, text);
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
  expect(told.filter(({ type }) => type === 'unread-changed')).toHaveLength(1);
  await markMessagesRead(asBob, { conversationId, number: 99 });
  expect(await marks()).toEqual([3, 3]);
  const stranger = await createPlayer(database.db);
  await markMessagesRead({ ...asBob, actor: stranger }, { conversationId, number: 3 });
  expect(told.filter(({ type }) => type === 'unread-changed')).toHaveLength(2);
});
