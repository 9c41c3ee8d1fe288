import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { messages } from '#database/schema.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { presenceConstants } from '#shared/constants/accounts/presence.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { useNodes } from '#test/fixtures/nodes.ts';
import { type ClientSocket, collectEvents, useSocketServer } from '#test/fixtures/sockets.ts';

const database = useDatabase();
const connectNode = useNodes(database);
const startSockets = useSocketServer(database);
afterEach(() => void vi.useRealTimers());

/** Starts a node with sockets in this process, on the database of the test. */
async function startNode() {
  const { events, rateLimiter } = await connectNode();
  return startSockets({ events, rateLimiter });
}

test('messages of two friends on two nodes arrive in order, each once, with their typing signs', async () => {
  const [one, two] = [await startNode(), await startNode()];
  const [ada, bob] = [await one.createWebPlayer(), await two.createWebPlayer()];
  await befriend(database.db, ada.actor.id, bob.actor.id);
  const [adas, bobs] = [await ada.open(), await bob.open()];
  const [ofAda, ofBob] = [collectEvents(adas, 'message'), collectEvents(bobs, 'message')];
  const typing = collectEvents(bobs, 'typing');
  const pair = { user1: ada.actor.username, user2: bob.actor.username };
  const joined = await adas.emitWithAck('join', pair);
  await bobs.emitWithAck('join', pair);
  if (!joined.ok) throw new Error(joined.error);
  const { conversationId } = joined;
  adas.emit('typing', { conversationId });
  await expect
    .poll(() => typing, { timeout: timeLimits.atOnce })
    .toEqual([{ conversationId, sender: ada.actor.username }]);
  await Promise.all(
    Array.from({ length: 16 }, async (_, index) => {
      const text = `message ${index}`;
      const socket = index % 2 === 0 ? adas : bobs;
      const answer = await socket.emitWithAck('message', {
        conversationId,
        id: randomUUID(),
        text,
      });
      expect(answer).toMatchObject({ ok: true });
    }),
  );
  const numbers = Array.from({ length: 16 }, (_, index) => index + 1);
  await expect.poll(() => ofAda.map(({ number }) => number)).toEqual(numbers);
  await expect.poll(() => ofBob.map(({ number }) => number)).toEqual(numbers);
  expect(ofAda).toEqual(ofBob);
});

test('events that a client sends without waiting take effect in the order of sending, on both nodes', async () => {
  const [one, two] = [await startNode(), await startNode()];
  const [ada, bob] = [await one.createWebPlayer(), await two.createWebPlayer()];
  const eve = await two.createWebPlayer();
  for (const friend of [bob, eve]) await befriend(database.db, ada.actor.id, friend.actor.id);
  const adas = await ada.open();
  const lists = [bob, eve].map(async (friend) => collectEvents(await friend.open(), 'message'));
  const [ofBob = [], ofEve = []] = await Promise.all(lists);
  const ofAda = collectEvents(adas, 'message');
  const texts = Array.from({ length: 4 }, (_, index) => `n${index}`);
  for (const friend of [bob, eve]) {
    adas.emit('join', { user1: ada.actor.username, user2: friend.actor.username });
    for (const text of texts) adas.emit('message', { text });
  }
  const toBoth = [...texts, ...texts];
  await expect.poll(() => ofAda.map(({ text }) => text)).toEqual(toBoth);
  for (const received of [ofBob, ofEve]) {
    await expect.poll(() => received.map(({ text }) => text)).toEqual(texts);
  }
  const stored = await database.db
    .select({ text: messages.text, number: messages.number })
    .from(messages)
    .where(eq(messages.conversationId, ofBob[0]?.conversationId ?? ''))
    .orderBy(messages.number);
  expect(stored.map(({ text }) => text)).toEqual(texts);
});

/** Without an event, the check of sessions every 30 seconds would close the socket. */
function expectEarlyDisconnect(socket: ClientSocket) {
  return expect.poll(() => socket.connected).toBe(false);
}

test('a session that ends on one node is ended on the others', async () => {
  const [one, two] = [await startNode(), await startNode()];
  const ada = await one.createWebPlayer();
  const eve = await one.createWebPlayer();
  const elsewhere = await two.connect({ ...ada.headers, Origin: two.origin });
  const other = await two.connect({ ...eve.headers, Origin: two.origin });
  expect([elsewhere.errorCode, other.errorCode]).toEqual([null, null]);
  const ended = collectEvents(elsewhere.socket, 'ended');
  await ada.logOut();
  await expectEarlyDisconnect(elsewhere.socket);
  expect(ended).toHaveLength(1);
  expect(other.socket.connected).toBe(true);
  const headers = { ...ada.headers, Origin: two.origin };
  const again = await two.connect(headers, { transport: 'polling' });
  expect(again.errorCode).toBe('login-required');
});

test('a page of another node rejects an ended session at once, and a suspension closes sockets there', async () => {
  const [one, two] = [await startNode(), await startNode()];
  const [ada, eve] = [await one.createWebPlayer(), await one.createWebPlayer()];
  const readLibrary = async ({ headers: { Cookie } }: typeof ada) => {
    const init = { headers: { Cookie }, redirect: 'manual' } as const;
    const response = await fetch(`${two.origin}/library`, init);
    return response.headers.get('Location') ?? response.status;
  };
  expect([await readLibrary(ada), await readLibrary(eve)]).toEqual([200, 200]);
  await ada.logOut();
  expect(await readLibrary(ada)).toBe('/login?next=%2Flibrary');
  const { socket } = await two.connect({ ...eve.headers, Origin: two.origin });
  const actor = await createPlayer(database.db, { role: 'moderator' });
  const moderator = { ...one.ctx, actor };
  const { username } = eve.actor;
  await suspendAccount(moderator, { username, reason: 'cheated', days: 1 });
  await expectEarlyDisconnect(socket);
  expect(await readLibrary(eve)).toBe('/login?next=%2Flibrary');
});

test('a notification that one node writes reaches a socket on another', async () => {
  const [one, two] = [await startNode(), await startNode()];
  const [ada, bob] = [await one.createWebPlayer(), await two.createWebPlayer()];
  const socket = await bob.open();
  const news = collectEvents(socket, 'news');
  const ctx = { ...one.ctx, actor: ada.actor };
  const { username } = bob.actor;
  await postProfileComment(ctx, { username, text: 'Well played!', key: randomUUID() });
  await expect
    .poll(() => news, { timeout: timeLimits.atOnce })
    .toMatchObject([{ kinds: ['profile-comment'], unread: { notices: 1 } }]);
});

test('an account with a socket on another node stays online when its last socket here closes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const [one, two] = [await startNode(), await startNode()];
  const [ada, bob] = [await one.createWebPlayer(), await one.createWebPlayer()];
  await befriend(database.db, ada.actor.id, bob.actor.id);
  const here = await ada.open();
  const there = await two.connect({ ...ada.headers, Origin: two.origin });
  const statuses: boolean[] = [];
  one.services.events.listen((event) => {
    if (event.type === 'status-changed' && event.userId === ada.actor.id)
      statuses.push(event.online);
  });
  here.disconnect();
  await expect.poll(() => one.ctx.accounts.presence.isConnected(ada.actor.id)).toBe(false);
  const pass = async () => {
    // As the job of each node does.
    one.ctx.testClock.advance(presenceConstants.writeEveryMs);
    two.ctx.testClock.advance(presenceConstants.writeEveryMs);
    await one.ctx.accounts.presence.flush();
    await two.ctx.accounts.presence.flush();
    await vi.advanceTimersByTimeAsync(presenceConstants.writeEveryMs);
  };
  for (let round = 0; round < 6; round += 1) await pass();
  expect(statuses).not.toContain(false);
  there.socket.disconnect();
  await expect.poll(() => two.ctx.accounts.presence.isConnected(ada.actor.id)).toBe(false);
  await vi.waitFor(
    async () => {
      await pass();
      expect(statuses).toContain(false);
    },
    { timeout: timeLimits.effect },
  );
});
