import { randomUUID } from 'node:crypto';
import { eq, or } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { friendships, messages } from '#database/schema.ts';
import { blockPerson } from '#domain/friends/blocks/block-person.ts';
import { removeFriend } from '#domain/friends/remove-friend.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { sendText, useChat } from '#test/fixtures/chat.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { collectEvents, waitForDisconnect } from '#test/fixtures/sockets.ts';

const database = useDatabase();
const startChat = useChat(database);

test('both friends receive a message in all tabs, and it is stored before it is acknowledged', async () => {
  const { ada, bob, adas, bobs, conversationId } = await startChat();
  const second = await bob.open({ transport: 'polling' });
  const lists = [
    collectEvents(adas, 'message'),
    collectEvents(bobs, 'message'),
    collectEvents(second, 'message'),
  ];
  const id = randomUUID();
  const answer = await sendText(adas, 'Hello', { id });
  const message = {
    conversationId,
    number: 1,
    id,
    sender: ada.actor.username,
    text: 'Hello',
    sentAt: expect.any(String),
  };
  expect(answer).toEqual({ ok: true, message });
  expect(await database.db.select({ id: messages.id }).from(messages)).toContainEqual({ id });
  for (const list of lists) await expect.poll(() => list).toEqual([message]);
  const counts = collectEvents(second, 'unread');
  await sendText(adas, 'Again');
  await expect.poll(() => counts.at(-1)).toEqual({ notices: 0, messages: 2, offers: 0 });
  second.emit('read', { conversationId, number: 2 });
  await expect.poll(() => counts.at(-1)).toEqual({ notices: 0, messages: 0, offers: 0 });
});

test('the sender is the logged-in player, whatever the payload says', async () => {
  const { bob, adas, bobs, ada } = await startChat();
  const list = collectEvents(bobs, 'message');
  await adas.emitWithAck('message', { text: 'I am you', sender: bob.actor.username });
  await expect.poll(() => list).toMatchObject([{ sender: ada.actor.username }]);
});

test('a player can join only conversations with friends', async () => {
  const { ada, bob, createWebPlayer, conversationId } = await startChat();
  const eve = await createWebPlayer();
  const socket = await eve.open();
  const [said, typed] = [collectEvents(socket, 'message'), collectEvents(socket, 'typing')];
  const names = { ada: ada.actor.username, bob: bob.actor.username, eve: eve.actor.username };
  for (const [user1, user2] of [
    [names.ada, names.bob],
    [names.eve, names.ada],
    [names.bob, names.eve],
    [names.eve, names.eve],
    [names.eve, 'nobody-there'],
  ] as const) {
    const answer = await socket.emitWithAck('join', { user1, user2 });
    expect(answer).toEqual({ ok: false, code: 'not-friends', error: 'You are not friends.' });
  }
  const refused = { ok: false, code: 'not-friends' };
  expect(await sendText(socket, 'let me in', { conversationId })).toMatchObject(refused);
  expect(await sendText(socket, 'let me in')).toMatchObject(refused);
  expect(await socket.emitWithAck('missed', { conversationId, after: 0 })).toMatchObject(refused);
  socket.emit('typing', { conversationId });
  socket.emit('read', { conversationId, number: 1 });
  const other = await ada.open();
  await other.emitWithAck('join', { user1: names.ada, user2: names.bob });
  await sendText(other, 'among us');
  other.emit('typing', { conversationId });
  await socket.emitWithAck('missed', { conversationId, after: 0 });
  expect([...said, ...typed]).toEqual([]);
});

test.each(['removes', 'blocks'])(
  'a player who %s the other receives and sends no more messages',
  async (what) => {
    const { ctx, ada, bob, adas, bobs, pair, conversationId } = await startChat();
    await sendText(adas, 'before');
    const target = { username: bob.actor.username };
    const asAda = { ...ctx, actor: ada.actor };
    await (what === 'blocks' ? blockPerson(asAda, target) : removeFriend(asAda, target));
    const list = collectEvents(adas, 'typing');
    const refused = { ok: false, code: 'not-friends' };
    expect(await sendText(bobs, 'after', { conversationId })).toMatchObject(refused);
    expect(await sendText(bobs, 'after')).toMatchObject(refused);
    expect(await bobs.emitWithAck('missed', { conversationId, after: 0 })).toMatchObject(refused);
    expect(await bobs.emitWithAck('join', pair)).toMatchObject(refused);
    bobs.emit('typing', { conversationId });
    // Its reply comes after the replies to earlier events.
    await bobs.emitWithAck('missed', { conversationId, after: 0 });
    expect(list).toEqual([]);
  },
);

test('a former friend cannot type, also when the node was not told that the friendship ended', async () => {
  const { adas, bobs, bob, conversationId } = await startChat();
  const list = collectEvents(adas, 'typing');
  await database.db
    .delete(friendships)
    .where(or(eq(friendships.lowId, bob.actor.id), eq(friendships.highId, bob.actor.id)));
  bobs.emit('typing', { conversationId });
  // Its reply comes after the typing was handled.
  await bobs.emitWithAck('missed', { conversationId, after: 0 });
  await adas.emitWithAck('missed', { conversationId, after: 0 });
  expect(list).toEqual([]);
});

test('guests can connect but cannot send messages', async () => {
  const { createWebPlayer, ada, conversationId } = await startChat();
  const guest = await createWebPlayer({ role: 'guest' });
  const socket = await guest.open();
  const pair = { user1: guest.actor.username, user2: ada.actor.username };
  const refused = { ok: false, code: 'guest-not-allowed' };
  expect(await socket.emitWithAck('join', pair)).toMatchObject(refused);
  expect(await sendText(socket, 'hi', { conversationId })).toMatchObject(refused);
});

test('typing is shown to the other player if the conversation is open', async () => {
  const { ada, adas, bob, bobs, conversationId } = await startChat();
  const elsewhere = await bob.open();
  const [own, seen, away] = [
    collectEvents(adas, 'typing'),
    collectEvents(bobs, 'typing'),
    collectEvents(elsewhere, 'typing'),
  ];
  adas.emit('typing', { conversationId });
  await expect.poll(() => seen).toEqual([{ conversationId, sender: ada.actor.username }]);
  expect([...own, ...away]).toEqual([]);
});

test('a message that is sent twice with the same id is stored once, and another text with that id is rejected', async () => {
  const { adas, bobs } = await startChat();
  const list = collectEvents(bobs, 'message');
  const id = randomUUID();
  const answers = await Promise.all([
    sendText(adas, 'once', { id }),
    sendText(adas, 'once', { id }),
  ]);
  answers.push(await sendText(adas, 'once', { id: id.toUpperCase() }));
  for (const answer of answers) expect(answer).toMatchObject({ ok: true, message: { number: 1 } });
  expect(await sendText(adas, 'twice', { id })).toMatchObject({ ok: false, code: 'key-reused' });
  await sendText(adas, 'the end');
  await expect.poll(() => list.map(({ text }) => text)).toEqual(['once', 'the end']);
});

test('missed messages are requested by number', async () => {
  const { adas, bob, bobs, conversationId } = await startChat();
  bobs.disconnect();
  for (const text of ['one', 'two', 'three']) await sendText(adas, text);
  const again = await bob.open();
  const answer = await again.emitWithAck('missed', { conversationId, after: 1 });
  expect(answer).toMatchObject({
    ok: true,
    lastNumber: 3,
    messages: [
      { number: 2, text: 'two' },
      { number: 3, text: 'three' },
    ],
  });
  const none = await again.emitWithAck('missed', { conversationId, after: 3 });
  expect(none).toMatchObject({ ok: true, lastNumber: 3, messages: [] });
});

test('a player can send ten messages in ten seconds', async () => {
  const { adas } = await startChat({ rateLimiter: createRateLimiter() });
  for (let number = 1; number <= 10; number += 1) {
    expect(await sendText(adas, `message ${number}`)).toMatchObject({ ok: true });
  }
  expect(await sendText(adas, 'one more')).toEqual({
    ok: false,
    code: 'rate-limited',
    error: 'Rate limit exceeded. Please try again later.',
  });
});

test('a connection that sends too many events gets no more answers and is then closed', async () => {
  const { adas, conversationId } = await startChat();
  const ask = () => adas.emitWithAck('missed', { conversationId, after: 0 });
  const answers = await Promise.all(Array.from({ length: socketConstants.eventsPerWindow }, ask));
  expect(answers.filter(({ ok }) => !ok)).toMatchObject([{ code: 'rate-limited' }]);
  for (let number = 0; number < 10 * socketConstants.eventsPerWindow; number += 1) {
    adas.emit('typing', { conversationId });
  }
  await waitForDisconnect(adas);
});

test('malformed events get an error or are ignored, and break nothing', async () => {
  const { adas, conversationId } = await startChat();
  // Without types, to send invalid events.
  const raw: { emitWithAck(event: string, ...args: unknown[]): Promise<unknown> } = adas;
  const wild: { emit(event: string, ...args: unknown[]): unknown } = adas;
  const refused = { ok: false, code: 'bad-input' };
  for (const payload of [
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { text: 7 },
    { text: { toString: 'x' } },
    { text: 'a\0b' },
    { text: 'x'.repeat(1_001) },
    { text: 'x', id: 'not-an-id' },
    { text: 'x', conversationId: "' or 1=1" },
    { text: Buffer.from('x') },
  ]) {
    expect(await raw.emitWithAck('message', payload)).toMatchObject(refused);
  }
  for (const text of ['', '   ', '\n\u200b'])
    expect(await sendText(adas, text)).toMatchObject({ ok: false, code: 'message-empty' });
  for (const payload of [
    { user1: 'a' },
    { user1: '', user2: 'b' },
    { user1: 'x'.repeat(1_000), user2: 'b' },
  ])
    expect(await raw.emitWithAck('join', payload)).toMatchObject(refused);
  for (const after of [-1, 1.5, '1', Number.MAX_SAFE_INTEGER])
    expect(await raw.emitWithAck('missed', { conversationId, after })).toMatchObject(refused);
  for (const event of ['constructor', '__proto__', 'toString', 'unknown', 'message'])
    wild.emit(event, { text: '\0' });
  wild.emit('message', () => undefined);
  expect(await sendText(adas, 'still here')).toMatchObject({ ok: true });
});

test.each(['websocket', 'polling'] as const)(
  'a payload above 16 KB closes the connection by %s',
  async (transport) => {
    const { ada, origin } = await startChat();
    const socket = await ada.open({ transport });
    socket.emit('message', { text: 'x'.repeat(socketConstants.payloadMaxBytes) });
    await waitForDisconnect(socket);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  },
);
