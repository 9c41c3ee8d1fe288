import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { users } from '#database/schema.ts';
import { sendFriendRequest } from '#domain/friends/requests/send-friend-request.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { muteNotifications } from '#domain/notifications/mute-notifications.ts';
import { presenceConstants } from '#shared/constants/accounts/presence.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { createListings, createTradedGame } from '#test/fixtures/market.ts';
import { collectEvents, useSocketServer } from '#test/fixtures/sockets.ts';

const database = useDatabase();
const startSockets = useSocketServer(database);
afterEach(() => void vi.useRealTimers());

test('each account receives only the events that concern it', async () => {
  const { createWebPlayer, ctx } = await startSockets();
  const [ada, bob, eve] = [
    await createWebPlayer(),
    await createWebPlayer(),
    await createWebPlayer(),
  ];
  const [adas, bobs, eves] = [await ada.open(), await bob.open(), await eve.open()];
  const [ofAda, ofBob, ofEve] = [
    collectEvents(adas, 'changed'),
    collectEvents(bobs, 'changed'),
    collectEvents(eves, 'changed'),
  ];
  const news = collectEvents(adas, 'news');
  // The events for coming online arrived before.
  await expect.poll(() => [ofAda, ofBob, ofEve].flat()).toEqual([]);
  ctx.events.publish({ type: 'friends-changed', userIds: [ada.actor.id, bob.actor.id] });
  ctx.events.publish({
    type: 'notified',
    userId: ada.actor.id,
    kinds: ['profile-comment'],
    balanceChanged: false,
  });
  ctx.events.publish({
    type: 'notified',
    userId: ada.actor.id,
    kinds: ['item-sold'],
    balanceChanged: true,
  });
  const without = (all: object[]) => all.filter((changed) => !('status' in changed));
  await expect.poll(() => without(ofAda)).toEqual([{ friends: true }]);
  await expect.poll(() => without(ofBob)).toEqual([{ friends: true }]);
  const unread = { notices: 0, messages: 0, offers: 0 };
  const changed = { notices: true, balance: true };
  const kinds = ['profile-comment', 'item-sold'];
  await expect.poll(() => news).toEqual([{ kinds, unread, changed }]);
  expect(without(ofEve)).toEqual([]);
});

test('a sale is one message to the seller, also when the seller muted notifications of it', async () => {
  const { createWebPlayer, ctx } = await startSockets();
  const seller = await createWebPlayer();
  const buyer = await createPlayer(database.db, { balance: 20_00 });
  const gameId = await createTradedGame(database.db);
  const prices = [3_00, 4_50];
  const itemIds = await createListings(database.db, { seller: seller.actor, gameId, prices });
  const socket = await seller.open();
  const received: unknown[] = [];
  // The connection itself is answered with the counts of before.
  await new Promise((resolve) => socket.once('unread', resolve));
  socket.onAny((name: string, value: object) => {
    if (!('status' in value)) received.push([name, value]);
  });
  const [first = '', second = ''] = itemIds;
  await buyListing({ ...ctx, actor: buyer }, { itemId: first, key: randomUUID() });
  const news = {
    kinds: ['item-sold'],
    unread: { notices: 1, messages: 0, offers: 0 },
    changed: { notices: true, balance: true },
  };
  await expect.poll(() => received).toEqual([['news', news]]);
  await muteNotifications({ ...ctx, actor: seller.actor }, { kind: 'item-sold', wanted: false });
  await buyListing({ ...ctx, actor: buyer }, { itemId: second, key: randomUUID() });
  await expect.poll(() => received.slice(1)).toEqual([['changed', { balance: true }]]);
});

test('a new connection receives the unread counts: the page before it may be older', async () => {
  const { createWebPlayer, ctx } = await startSockets();
  const [ada, bob] = [await createWebPlayer(), await createWebPlayer()];
  await sendFriendRequest({ ...ctx, actor: bob.actor }, { username: ada.actor.username });
  const unread = collectEvents(await ada.open(), 'unread');
  await expect.poll(() => unread).toEqual([{ notices: 1, messages: 0, offers: 0 }]);
});

test('what changed is sent even if the unread counts cannot be read', async () => {
  const { createWebPlayer, ctx } = await startSockets();
  const ada = await createWebPlayer();
  const socket = await ada.open();
  const [changes, news] = [collectEvents(socket, 'changed'), collectEvents(socket, 'news')];
  const notify = () =>
    ctx.events.publish({
      type: 'notified',
      userId: ada.actor.id,
      kinds: ['item-sold'],
      balanceChanged: true,
    });
  await database.db.execute(sql`alter table notifications rename to unreadable`);
  try {
    notify();
    await expect.poll(() => changes).toContainEqual({ notices: true, balance: true });
  } finally {
    await database.db.execute(sql`alter table unreadable rename to notifications`);
  }
  expect(news).toEqual([]);
  notify();
  await expect.poll(() => news).toHaveLength(1);
});

test('friends are notified at once when a player comes online or logs out', async () => {
  const { createWebPlayer } = await startSockets();
  const [ada, bob, eve] = [
    await createWebPlayer(),
    await createWebPlayer(),
    await createWebPlayer(),
  ];
  await befriend(database.db, ada.actor.id, bob.actor.id);
  const [adas, eves] = [await ada.open(), await eve.open()];
  const [ofAda, ofEve] = [collectEvents(adas, 'changed'), collectEvents(eves, 'changed')];
  const bobs = await bob.open();
  await expect.poll(() => ofAda).toContainEqual({ status: true });
  const before = ofAda.length;
  await bob.visitor.post('/logout', {});
  await expect.poll(() => ofAda.length).toBeGreaterThan(before);
  expect(bobs.connected).toBe(false);
  const [row] = await database.db
    .select({ at: users.lastSeenAt })
    .from(users)
    .where(eq(users.id, bob.actor.id));
  expect(row?.at?.getTime()).toBeLessThanOrEqual(
    Date.parse('2026-03-14T12:00:00Z') - presenceConstants.onlineMs,
  );
  expect(ofEve.filter((changed) => 'status' in changed)).toHaveLength(1);
});

test('a connected player stays Online, and is offline a minute after disconnecting', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { createWebPlayer, ctx } = await startSockets();
  const told: boolean[] = [];
  const bob = await createWebPlayer();
  const bobs = await bob.open();
  ctx.events.publish({ type: 'unread-changed', userId: bob.actor.id });
  const { events } = ctx;
  if ('listen' in events && typeof events.listen === 'function') {
    events.listen((event: { type: string; online?: boolean }) => {
      if (event.type === 'status-changed') told.push(event.online ?? false);
    });
  }
  const isOnline = async () => {
    const [row] = await database.db
      .select({ at: users.lastSeenAt })
      .from(users)
      .where(eq(users.id, bob.actor.id));
    return ctx.clock.now().getTime() - (row?.at?.getTime() ?? 0) < presenceConstants.onlineMs;
  };
  for (let minute = 0; minute < 3; minute += 1) {
    ctx.testClock.advance(presenceConstants.onlineMs);
    await ctx.accounts.presence.flush();
    expect(await isOnline()).toBe(true);
  }
  bobs.disconnect();
  await expect.poll(() => ctx.accounts.presence.isConnected(bob.actor.id)).toBe(false);
  vi.advanceTimersByTime(presenceConstants.writeEveryMs);
  expect(await isOnline()).toBe(true);
  expect(told).toEqual([]);
  ctx.testClock.advance(presenceConstants.onlineMs);
  await expect
    .poll(() => {
      vi.advanceTimersByTime(presenceConstants.writeEveryMs);
      return told;
    })
    .toEqual([false]);
  expect(await isOnline()).toBe(false);
});
