import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { createConversation } from '#test/fixtures/conversation.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { collectEvents, useSocketServer } from '#test/fixtures/sockets.ts';

const database = useDatabase();
const startSockets = useSocketServer(database);
const openedWebSockets: WebSocket[] = [];
afterEach(() => {
  for (const raw of openedWebSockets.splice(0)) raw.terminate();
});

/**
 * Two friends and 200 long messages of the first. By default the limit of events is so high that no test
 * reaches it.
 */
async function startLongChat(...args: Parameters<typeof startSockets>) {
  const [overrides, options = { eventsPerWindow: 10_000 }] = args;
  const server = await startSockets(overrides, options);
  const [ada, bob] = [await server.createWebPlayer(), await server.createWebPlayer()];
  await befriend(database.db, ada.actor.id, bob.actor.id);
  const pair = [ada.actor.id, bob.actor.id] as const;
  const text = 'x'.repeat(chatConstants.textMax);
  const conversationId = await createConversation(database.db, pair, { count: 200, text });
  const missedRequest = `["missed",${JSON.stringify({ conversationId, after: 0 })}]`;
  return { ...server, ada, bob, conversationId, missedRequest };
}

/**
 * Opens a plain WebSocket without socket.io-client, so that the test can stop reading from it. '40' joins
 * the main namespace, '42' is an event, '3' a pong, and \u001e separates packets of a polling request.
 */
async function openRawWebSocket(
  origin: string,
  headers: Record<string, string>,
): Promise<WebSocket> {
  const url = `${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const raw = new WebSocket(url, { headers });
  openedWebSockets.push(raw);
  await new Promise<void>((resolve, reject) => {
    raw.once('error', reject);
    raw.once('open', () => raw.send('40'));
    raw.on('message', (data) => {
      if (data.toString().startsWith('40')) resolve();
    });
  });
  return raw;
}

test('a websocket that sends requests and never reads is closed; its account can connect again, and others stay connected', async () => {
  const { ada, bob, missedRequest, origin, ctx } = await startLongChat();
  const reader = await bob.open();
  const raw = await openRawWebSocket(origin, ada.headers);
  raw.pause();
  expect(ctx.accounts.presence.isConnected(ada.actor.id)).toBe(true);
  for (let id = 0; id < 300; id += 1) raw.send(`42${id}${missedRequest}`);
  await expect.poll(() => ctx.accounts.presence.isConnected(ada.actor.id)).toBe(false);
  expect(reader.connected).toBe(true);
  expect((await ada.open()).connected).toBe(true);
});

test('a polling client that sends requests and never polls is closed', async () => {
  const { ada, missedRequest, origin, ctx } = await startLongChat();
  const base = `${origin}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(base, { headers: ada.headers })).text();
  const { sid } = JSON.parse(opened.slice(1));
  const post = (body: string) =>
    fetch(`${base}&sid=${sid}`, { method: 'POST', headers: ada.headers, body });
  await post('40');
  await expect.poll(() => ctx.accounts.presence.isConnected(ada.actor.id)).toBe(true);
  const events = Array.from({ length: 20 }, (_, id) => `42${id}${missedRequest}`).join('\u001e');
  await post(events);
  await expect.poll(() => ctx.accounts.presence.isConnected(ada.actor.id)).toBe(false);
  expect((await post('3')).status).toBe(400);
});

test('a polling client that does not read the responses to its polls is closed', async () => {
  const { ada, missedRequest, origin, ctx } = await startLongChat();
  const base = `${origin}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(base, { headers: ada.headers })).text();
  const { sid } = JSON.parse(opened.slice(1));
  const send = (init: RequestInit = {}) =>
    fetch(`${base}&sid=${sid}`, { headers: ada.headers, ...init });
  await send({ method: 'POST', body: '40' });
  await expect.poll(() => ctx.accounts.presence.isConnected(ada.actor.id)).toBe(true);
  const unread: Response[] = [];
  const events = Array.from({ length: 4 }, (_, id) => `42${id}${missedRequest}`).join('\u001e');
  for (let round = 0; round < 200 && ctx.accounts.presence.isConnected(ada.actor.id); round += 1) {
    // The closed connection gets no response.
    const answers = await Promise.allSettled([send({ method: 'POST', body: events }), send()]);
    unread.push(...answers.flatMap((done) => (done.status === 'fulfilled' ? done.value : [])));
  }
  expect(ctx.accounts.presence.isConnected(ada.actor.id)).toBe(false);
  for (const { body } of unread) await body?.cancel().catch(() => undefined);
});

test('a client that does not read its events is closed, and a client that reads receives all of them', async () => {
  const { ada, bob, conversationId, origin, ctx } = await startLongChat();
  const bobSocket = await bob.open();
  const received = collectEvents(bobSocket, 'message');
  const raw = await openRawWebSocket(origin, ada.headers);
  raw.pause();
  const [lowId = '', highId = ''] = [ada.actor.id, bob.actor.id].toSorted();
  const senderId = ada.actor.id;
  const sent = { conversationId, lowId, highId, id: conversationId, senderId, sender: 'Ada' };
  let number = 0;
  while (ctx.accounts.presence.isConnected(ada.actor.id) && number < 100_000) {
    for (let count = 0; count < 100; count += 1) {
      number += 1;
      const message = {
        ...sent,
        number,
        text: 'x'.repeat(chatConstants.textMax),
        sentAt: new Date(),
      };
      ctx.events.publish({ type: 'messages-sent', messages: [message] });
    }
    await nextTurn();
  }
  expect(ctx.accounts.presence.isConnected(ada.actor.id)).toBe(false);
  await expect.poll(() => received.length).toBe(number);
  expect(bobSocket.connected).toBe(true);
});

test('pings are answered, but a flood of pings closes the connection', async () => {
  const { ada, origin, ctx } = await startLongChat();
  const raw = await openRawWebSocket(origin, ada.headers);
  const answered = new Promise<string>((resolve) =>
    raw.once('pong', (data) => resolve(data.toString())),
  );
  raw.ping('here');
  expect(await answered).toBe('here');
  const closed = new Promise<void>((resolve) => raw.once('close', () => resolve()));
  for (let count = 0; count < 1_000; count += 1) raw.ping();
  await closed;
  await expect.poll(() => ctx.accounts.presence.isConnected(ada.actor.id)).toBe(false);
});

test('packets of any kind are counted: a flood of namespace requests closes the connection', async () => {
  const { ada, origin } = await startLongChat({}, {});
  const raw = await openRawWebSocket(origin, ada.headers);
  const closed = new Promise<void>((resolve) => raw.once('close', () => resolve()));
  for (let count = 0; count < 20 * socketConstants.eventsPerWindow; count += 1)
    raw.send(`40/room-${count},`);
  await closed;
});

test('events of an account are counted over all its connections', async () => {
  const { ada, bob, conversationId } = await startLongChat(
    { rateLimiter: createRateLimiter() },
    {},
  );
  const adaSockets = await Promise.all(Array.from({ length: 6 }, () => ada.open()));
  const eventsPerSocket = socketConstants.eventsPerWindow - 1;
  const ask = (socket: (typeof adaSockets)[number]) =>
    socket.emitWithAck('join', { user1: ada.actor.username, user2: bob.actor.username });
  const answers = await Promise.all(
    adaSockets.flatMap((socket) => Array.from({ length: eventsPerSocket }, () => ask(socket))),
  );
  const refused = answers.filter((answer) => !answer.ok);
  expect(refused).toHaveLength(
    adaSockets.length * eventsPerSocket - socketConstants.eventsPerAccount,
  );
  expect(refused[0]).toMatchObject({ code: 'rate-limited' });
  // Another account is not limited.
  expect(await ask(await bob.open())).toMatchObject({ ok: true });
  // Requests for missed messages have their own rate limit, because the replies are long.
  const asked = await Promise.all(
    Array.from({ length: 2 }, () => bob.open()).map(async (opening) => {
      const socket = await opening;
      return Promise.all(
        Array.from({ length: eventsPerSocket }, () =>
          socket.emitWithAck('missed', { conversationId, after: 200 }),
        ),
      );
    }),
  );
  expect(asked.flat().filter((answer) => answer.ok)).toHaveLength(
    3 * socketConstants.connectionsPerAccount,
  );
});

test('missed messages arrive completely, in replies of limited size', async () => {
  const { ada, conversationId } = await startLongChat();
  const socket = await ada.open();
  const numbers: number[] = [];
  for (;;) {
    const after = numbers.at(-1) ?? 0;
    const answer = await socket.emitWithAck('missed', { conversationId, after });
    if (!answer.ok) throw new Error(answer.error);
    const bytes = answer.messages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThanOrEqual(chatConstants.missedBytes);
    expect(answer.messages.length).toBeGreaterThan(0);
    numbers.push(...answer.messages.map(({ number }) => number));
    if (numbers.at(-1) === answer.lastNumber) break;
  }
  expect(numbers).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
});
