import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { notifications, pendingNotifications } from '#database/schema.ts';
import type { NotificationKind } from '#shared/constants/notifications/notification-kinds.ts';
import { notificationConstants } from '#shared/constants/notifications/notifications.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createActorCtx, createListings, createTradedGame } from '#test/fixtures/market.ts';
import type { Actor } from '../actor.ts';
import type { DomainEvent } from '../events.ts';
import { buyListing } from '../market/buy-listing.ts';
import { deleteOldRows } from '../retention/delete-old-rows.ts';
import { addNotification, type NewNotification } from './add-notification.ts';
import { getUnreadCounts } from './get-unread-counts.ts';
import { listNotifications } from './list-notifications.ts';
import { markAllNotificationsRead, markShownNotificationsRead } from './mark-notifications-read.ts';
import { listMutedKinds, muteNotifications } from './mute-notifications.ts';
import { createNotifier } from './notifier.ts';

const database = useDatabase();

function createFixture(actor: Actor | null) {
  const published: DomainEvent[] = [];
  const events = { publish: (event: DomainEvent) => void published.push(event) };
  const ctx = { ...createTestCtx(database.db, { events }), actor };
  const takeEvents = () => published.splice(0).map(({ type }) => type);
  return { ctx, takeEvents };
}

const two = async () => [await createPlayer(database.db), await createPlayer(database.db)] as const;

async function post(
  ctx: ReturnType<typeof createFixture>['ctx'],
  ...notifications: NewNotification[]
) {
  for (const notification of notifications) await addNotification(ctx, ctx.db, notification);
  await ctx.notifier.flush();
}

const comment = (owner: Actor, author: Actor) => ({
  userId: owner.id,
  kind: 'profile-comment' as const,
  actorId: author.id,
});

test('equal actions of one player on one thing share a notification until it is read', async () => {
  const [owner, author] = await two();
  const { ctx, takeEvents } = createFixture(owner);
  await post(ctx, comment(owner, author), comment(owner, author));
  await post(ctx, comment(owner, author));
  expect((await listNotifications(ctx, { page: 1 })).entries).toMatchObject([
    { kind: 'profile-comment', actor: { username: author.username }, count: 3, read: false },
  ]);
  expect(takeEvents()).toEqual(['notified', 'notified']);
  await markAllNotificationsRead(ctx);
  expect(takeEvents()).toEqual(['unread-changed']);
  await post(ctx, comment(owner, author));
  expect((await listNotifications(ctx, { page: 1 })).entries).toMatchObject([
    { count: 1, read: false },
    { count: 3, read: true },
  ]);
});

test('a player sees only their own notifications, newest first, page by page', async () => {
  const [owner, author] = await two();
  const { ctx } = createFixture(owner);
  await database.db.insert(notifications).values(
    Array.from({ length: 21 }, (_, index) => ({
      ...comment(owner, author),
      thing: String(index),
      at: new Date(Date.UTC(2026, 2, 1, 0, index)),
    })),
  );
  await post(ctx, comment(author, owner));
  const first = await listNotifications(ctx, { page: 1 });
  expect(first).toMatchObject({ page: 1, pages: 2 });
  expect(first.entries.map(({ thing }) => Number(thing))).toEqual(
    Array.from({ length: 20 }, (_, index) => 20 - index),
  );
  expect((await listNotifications(ctx, { page: 2 })).entries).toMatchObject([{ thing: '0' }]);
});

test('a shown notification is read; one that grew in the meantime or belongs to others is not', async () => {
  const [owner, author] = await two();
  const { ctx, takeEvents } = createFixture(owner);
  const sold: NewNotification = { ...comment(owner, author), kind: 'item-sold', thing: '1:crown' };
  await post(ctx, comment(owner, author), sold, comment(author, owner));
  const shown = (await database.db.select().from(notifications)).map(({ id, count }) => ({
    id,
    count,
  }));
  await post(ctx, sold);
  takeEvents();
  await markShownNotificationsRead(ctx, { shown });
  const { entries: remaining } = await listNotifications(ctx, { page: 1 });
  expect(remaining.filter(({ read }) => !read)).toMatchObject([{ kind: 'item-sold', count: 2 }]);
  expect(await getUnreadCounts(ctx, author.id)).toMatchObject({ notices: 1 });
  expect(takeEvents()).toEqual(['unread-changed']);
  await markShownNotificationsRead(ctx, { shown });
  expect(takeEvents()).toEqual([]);
});

test('a muted kind is not written, and is written again when it is unmuted', async () => {
  const [owner, author] = await two();
  const { ctx, takeEvents } = createFixture(owner);
  const change = (kind: NotificationKind, wanted: boolean) =>
    muteNotifications(ctx, { kind, wanted });
  await change('profile-comment', false);
  await change('profile-comment', false);
  expect(await listMutedKinds(ctx)).toEqual(['profile-comment']);
  await post(ctx, comment(owner, author));
  expect(takeEvents()).toEqual([]);
  expect((await listNotifications(ctx, { page: 1 })).entries).toEqual([]);
  await change('profile-comment', true);
  await post(ctx, comment(owner, author));
  expect((await listNotifications(ctx, { page: 1 })).entries).toHaveLength(1);
});

test('of a muted sale only the changed balance is published', async () => {
  const [owner, author] = await two();
  const { ctx, takeEvents } = createFixture(owner);
  await muteNotifications(ctx, { kind: 'item-sold', wanted: false });
  takeEvents();
  await post(ctx, { ...comment(owner, author), kind: 'item-sold', amount: 1_00 });
  expect(takeEvents()).toEqual(['notified']);
  expect((await listNotifications(ctx, { page: 1 })).entries).toEqual([]);
});

test('a visitor cannot list, read or mute notifications', async () => {
  const { ctx } = createFixture(null);
  const loginRequired = expect.objectContaining({ code: 'login-required' });
  await expect(listNotifications(ctx, { page: 1 })).rejects.toThrow(loginRequired);
  await expect(markAllNotificationsRead(ctx)).rejects.toThrow(loginRequired);
  await expect(markShownNotificationsRead(ctx, { shown: [] })).rejects.toThrow(loginRequired);
  await expect(listMutedKinds(ctx)).rejects.toThrow(loginRequired);
  const off = { kind: 'item-sold' as const, wanted: false };
  await expect(muteNotifications(ctx, off)).rejects.toThrow(loginRequired);
});

test('the seller gets a notification of each sold card with its price', async () => {
  const seller = await createPlayer(database.db);
  const buyer = await createPlayer(database.db, { balance: 20_00 });
  const gameId = await createTradedGame(database.db);
  const prices = [3_00, 4_50];
  const itemIds = await createListings(database.db, { seller, gameId, prices });
  const ctx = {
    ...createFixture(buyer).ctx,
    rules: createActorCtx(database.db, buyer, { marketFeePercent: 10 }).rules,
  };
  for (const itemId of itemIds) await buyListing(ctx, { itemId, key: randomUUID() });
  await ctx.notifier.flush();
  const [events, ...others] = (await listNotifications({ ...ctx, actor: seller }, { page: 1 }))
    .entries;
  expect(events).toMatchObject({
    kind: 'item-sold',
    actor: { username: buyer.username },
    thing: `${gameId}:default-crown`,
    count: 2,
    amount: 7_50,
  });
  expect(events?.thingName).toMatch(/^.+ \(Game \d+\)$/);
  expect(others).toEqual([]);
});

test('a failed purchase notifies nobody, and a repeated form notifies once', async () => {
  const seller = await createPlayer(database.db);
  const buyer = await createPlayer(database.db, { balance: 3_00 });
  const gameId = await createTradedGame(database.db);
  const [cheap = '', dear = ''] = await createListings(database.db, {
    seller,
    gameId,
    prices: [1_00, 9_00],
  });
  const { ctx } = createFixture(buyer);
  const countPending = () =>
    database.db.$count(pendingNotifications, eq(pendingNotifications.userId, seller.id));
  await expect(buyListing(ctx, { itemId: dear, key: randomUUID() })).rejects.toThrow();
  expect(await countPending()).toBe(0);
  const form = { itemId: cheap, key: randomUUID() };
  await buyListing(ctx, form);
  await buyListing(ctx, form);
  expect(await countPending()).toBe(1);
});

const dayMs = 24 * 60 * 60 * 1000;
const readRetentionMs = 90 * dayMs;
const unreadRetentionMs = 365 * dayMs;

test('read notifications are kept for 90 days, unread ones for a year', async () => {
  const [owner, author] = await two();
  const { ctx } = createFixture(owner);
  const now = ctx.clock.now().getTime();
  const before = (ms: number) => new Date(now - ms);
  const row = (thing: string, at: Date, readAt: Date | null = null) => ({
    ...comment(owner, author),
    thing,
    at,
    readAt,
  });
  await database.db
    .insert(notifications)
    .values([
      row('read long ago', before(readRetentionMs + 2), before(readRetentionMs + 1)),
      row('read lately', before(readRetentionMs + 2), before(readRetentionMs)),
      row('never read', before(unreadRetentionMs)),
      row('never read for too long', before(unreadRetentionMs + 1)),
    ]);
  await deleteOldRows(ctx);
  const stored = await database.db
    .select({ thing: notifications.thing })
    .from(notifications)
    .where(eq(notifications.userId, owner.id))
    .orderBy(sql`thing`);
  expect(stored.map(({ thing }) => thing)).toEqual(['never read', 'read lately']);
});

test('what a killed node left is delivered by another one, once by all together', async () => {
  const [owner, author] = await two();
  const { ctx: killed } = createFixture(author);
  const others = Array.from({ length: 3 }, () => createFixture(owner));
  const left = 3 * notificationConstants.deliveredAtOnce;
  const at = killed.clock.now();
  await database.db
    .insert(pendingNotifications)
    .values(Array.from({ length: left }, () => ({ ...comment(owner, author), at })));
  await Promise.all(others.map(({ ctx }) => ctx.notifier.flush()));
  for (const { ctx } of others) await ctx.notifier.flush();
  const { entries } = await listNotifications({ ...killed, actor: owner }, { page: 1 });
  expect(entries).toMatchObject([{ count: left }]);
  expect(await database.db.$count(pendingNotifications)).toBe(0);
});

test('a transaction that is rolled back leaves no notification', async () => {
  const [owner, author] = await two();
  const { ctx } = createFixture(owner);
  const rolledBack = ctx.db.transaction(async (tx) => {
    await addNotification(ctx, tx, comment(owner, author));
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await ctx.notifier.flush();
  expect((await listNotifications(ctx, { page: 1 })).entries).toEqual([]);
});

test('after a failed delivery the notifications stay pending, and one of an unknown account is dropped', async () => {
  const [owner, author] = await two();
  const { ctx } = createFixture(owner);
  const warn = vi.fn();
  await addNotification(ctx, ctx.db, comment(owner, author));
  await addNotification(ctx, ctx.db, { ...comment(owner, author), userId: randomUUID() });
  const query = vi.spyOn(database.db.$client, 'query').mockRejectedValueOnce(new Error('gone'));
  const failing = createNotifier({ ...ctx, log: { ...ctx.log, warn } });
  await failing.flush();
  query.mockRestore();
  expect(warn).toHaveBeenCalledTimes(1);
  expect(await database.db.$count(pendingNotifications)).toBe(2);
  await failing.flush();
  expect(await database.db.$count(pendingNotifications)).toBe(0);
  expect((await listNotifications(ctx, { page: 1 })).entries).toHaveLength(1);
});
