import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import { socketConstants } from '#shared/constants/sockets.ts';
import { createConversation } from '#test/fixtures/conversation.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { heard, useSocketScene } from '#test/fixtures/sockets.ts';

const database = useDatabase();
const socketScene = useSocketScene(database);
const raws: WebSocket[] = [];
afterEach(() => {
  for (const raw of raws.splice(0)) raw.terminate();
});

/** Two friends who have said a lot to each other, and may ask for it as often as they like. */
async function longTalk(...args: Parameters<typeof socketScene>) {
  const [overrides, options = { eventsPerWindow: 10_000 }] = args;
  const scene = await socketScene(overrides, options);
  const [ada, bob] = [await scene.createPerson(), await scene.createPerson()];
  await befriend(database.db, ada.actor.id, bob.actor.id);
  const pair = [ada.actor.id, bob.actor.id] as const;
  const text = 'x'.repeat(chatConstants.textMax);
  const conversationId = await createConversation(database.db, pair, { count: 200, text });
  const missed = `["missed",${JSON.stringify({ conversationId, after: 0 })}]`;
  return { ...scene, ada, bob, conversationId, missed };
}

/** Connects by a WebSocket without a client on top, so that it can stop reading. */
async function openRaw(origin: string, headers: Record<string, string>): Promise<WebSocket> {
  const address = `${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const raw = new WebSocket(address, { headers });
  raws.push(raw);
  await new Promise<void>((resolve, reject) => {
    raw.once('error', reject);
    raw.once('open', () => raw.send('40'));
    raw.on('message', (data) => {
      if (data.toString().startsWith('40')) resolve();
    });
  });
  return raw;
}

test('a websocket that asks and never reads is cut, and its account stays connected', async () => {
  const { ada, bob, missed, origin, ctx } = await longTalk();
  const reader = await bob.open();
  const raw = await openRaw(origin, ada.headers);
  raw.pause();
  expect(ctx.presence.isHeld(ada.actor.id)).toBe(true);
  for (let id = 0; id < 300; id += 1) raw.send(`42${id}${missed}`);
  await expect.poll(() => ctx.presence.isHeld(ada.actor.id)).toBe(false);
  expect(reader.connected).toBe(true);
  expect((await ada.open()).connected).toBe(true);
});

test('a polling client that asks and never polls is cut', async () => {
  const { ada, missed, origin, ctx } = await longTalk();
  const base = `${origin}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(base, { headers: ada.headers })).text();
  const { sid } = JSON.parse(opened.slice(1));
  const post = (body: string) =>
    fetch(`${base}&sid=${sid}`, { method: 'POST', headers: ada.headers, body });
  await post('40');
  await expect.poll(() => ctx.presence.isHeld(ada.actor.id)).toBe(true);
  const events = Array.from({ length: 20 }, (_, id) => `42${id}${missed}`).join('\u001e');
  await post(events);
  await expect.poll(() => ctx.presence.isHeld(ada.actor.id)).toBe(false);
  expect((await post('3')).status).toBe(400);
});

test('a polling client that reads none of the answers to its polls is cut', async () => {
  const { ada, missed, origin, ctx } = await longTalk();
  const base = `${origin}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(base, { headers: ada.headers })).text();
  const { sid } = JSON.parse(opened.slice(1));
  const send = (init: RequestInit = {}) =>
    fetch(`${base}&sid=${sid}`, { headers: ada.headers, ...init });
  await send({ method: 'POST', body: '40' });
  await expect.poll(() => ctx.presence.isHeld(ada.actor.id)).toBe(true);
  const unread: Response[] = [];
  const events = Array.from({ length: 4 }, (_, id) => `42${id}${missed}`).join('\u001e');
  for (let round = 0; round < 200 && ctx.presence.isHeld(ada.actor.id); round += 1) {
    // The one that is cut has no answer.
    const answers = await Promise.allSettled([send({ method: 'POST', body: events }), send()]);
    unread.push(...answers.flatMap((done) => (done.status === 'fulfilled' ? done.value : [])));
  }
  expect(ctx.presence.isHeld(ada.actor.id)).toBe(false);
  for (const { body } of unread) await body?.cancel().catch(() => undefined);
});

test('who is told much and reads nothing is cut, and who reads hears all of it', async () => {
  const { ada, bob, conversationId, origin, ctx } = await longTalk();
  const bobs = await bob.open();
  const list = heard(bobs, 'message');
  const raw = await openRaw(origin, ada.headers);
  raw.pause();
  const [lowId = '', highId = ''] = [ada.actor.id, bob.actor.id].toSorted();
  const senderId = ada.actor.id;
  const sent = { conversationId, lowId, highId, id: conversationId, senderId, sender: 'Ada' };
  let number = 0;
  while (ctx.presence.isHeld(ada.actor.id) && number < 100_000) {
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
  expect(ctx.presence.isHeld(ada.actor.id)).toBe(false);
  await expect.poll(() => list.length).toBe(number);
  expect(bobs.connected).toBe(true);
});

test('pings are answered, but a flood of them ends the connection', async () => {
  const { ada, origin, ctx } = await longTalk();
  const raw = await openRaw(origin, ada.headers);
  const answered = new Promise<string>((resolve) =>
    raw.once('pong', (data) => resolve(data.toString())),
  );
  raw.ping('here');
  expect(await answered).toBe('here');
  const closed = new Promise<void>((resolve) => raw.once('close', () => resolve()));
  for (let count = 0; count < 1_000; count += 1) raw.ping();
  await closed;
  await expect.poll(() => ctx.presence.isHeld(ada.actor.id)).toBe(false);
});

test('packets of any kind are counted: asking for other namespaces ends the connection', async () => {
  const { ada, origin } = await longTalk({}, {});
  const raw = await openRaw(origin, ada.headers);
  const closed = new Promise<void>((resolve) => raw.once('close', () => resolve()));
  for (let count = 0; count < 20 * socketConstants.eventsPerWindow; count += 1)
    raw.send(`40/room-${count},`);
  await closed;
});

test('events are counted for an account over all of its connections', async () => {
  const { ada, bob, conversationId } = await longTalk({ rateLimiter: createRateLimiter() }, {});
  const own = await Promise.all(Array.from({ length: 6 }, () => ada.open()));
  const each = socketConstants.eventsPerWindow - 1;
  const ask = (socket: (typeof own)[number]) =>
    socket.emitWithAck('join', { user1: ada.actor.username, user2: bob.actor.username });
  const answers = await Promise.all(
    own.flatMap((socket) => Array.from({ length: each }, () => ask(socket))),
  );
  const refused = answers.filter((answer) => !answer.ok);
  expect(refused).toHaveLength(own.length * each - socketConstants.eventsOfAccount);
  expect(refused[0]).toMatchObject({ code: 'rate-limited' });
  // What is missed has a budget of its own, as its answers are long.
  expect(await ask(await bob.open())).toMatchObject({ ok: true });
  const asked = await Promise.all(
    Array.from({ length: 2 }, () => bob.open()).map(async (opening) => {
      const socket = await opening;
      return Promise.all(
        Array.from({ length: each }, () =>
          socket.emitWithAck('missed', { conversationId, after: 200 }),
        ),
      );
    }),
  );
  expect(asked.flat().filter((answer) => answer.ok)).toHaveLength(3 * socketConstants.perAccount);
});

test('what was missed comes in answers of bounded size, and all of it comes', async () => {
  const { ada, conversationId } = await longTalk();
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
