import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { notices } from '#database/schema.ts';
import type { NotificationKind } from '#shared/constants/notification-kinds.ts';
import { notificationConstants } from '#shared/constants/notifications.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { actAs, createListings, createTradedGame } from '#test/fixtures/market.ts';
import type { Actor } from '../base-context.ts';
import type { DomainEvent } from '../events.ts';
import { buyListing } from '../market/buy-listing.ts';
import { getUnread } from './get-unread-counts.ts';
import { listNotifications } from './list-notifications.ts';
import { markAllNotificationsRead, markShownNotificationsRead } from './mark-notifications-read.ts';
import { listMuted, muteNotifications } from './mute-notifications.ts';
import { createNotifier, type NewNotification } from './notify.ts';
import { purgeOldNotifications } from './purge-old-notifications.ts';

const database = useDatabase();

function scene(actor: Actor | null) {
  const published: DomainEvent[] = [];
  const events = { publish: (event: DomainEvent) => void published.push(event) };
  const ctx = { ...createTestCtx(database.db, { events }), actor };
  const told = () => published.splice(0).map(({ type }) => type);
  return { ctx, told };
}

const two = async () => [await createPlayer(database.db), await createPlayer(database.db)] as const;

async function post(ctx: ReturnType<typeof scene>['ctx'], ...made: NewNotification[]) {
  for (const notice of made) ctx.notifier.post(notice);
  await ctx.notifier.flush();
}

const comment = (owner: Actor, author: Actor): NewNotification => ({
  userId: owner.id,
  kind: 'profile-comment',
  actorId: author.id,
});

test('what the same person does to the same thing is one row until it is read', async () => {
  const [owner, author] = await two();
  const { ctx, told } = scene(owner);
  await post(ctx, comment(owner, author), comment(owner, author));
  await post(ctx, comment(owner, author));
  expect((await listNotifications(ctx, { page: 1 })).notices).toMatchObject([
    { kind: 'profile-comment', actor: { username: author.username }, count: 3, read: false },
  ]);
  expect(told()).toEqual(['noticed', 'noticed']);
  await markAllNotificationsRead(ctx);
  expect(told()).toEqual(['unread-changed']);
  await post(ctx, comment(owner, author));
  expect((await listNotifications(ctx, { page: 1 })).notices).toMatchObject([
    { count: 1, read: false },
    { count: 3, read: true },
  ]);
});

test('newest first, a page at a time, and only one’s own', async () => {
  const [owner, author] = await two();
  const { ctx } = scene(owner);
  await database.db.insert(notices).values(
    Array.from({ length: 21 }, (_, index) => ({
      ...comment(owner, author),
      thing: String(index),
      at: new Date(Date.UTC(2026, 2, 1, 0, index)),
    })),
  );
  await post(ctx, comment(author, owner));
  const first = await listNotifications(ctx, { page: 1 });
  expect(first).toMatchObject({ page: 1, pages: 2 });
  expect(first.notices.map(({ thing }) => Number(thing))).toEqual(
    Array.from({ length: 20 }, (_, index) => 20 - index),
  );
  expect((await listNotifications(ctx, { page: 2 })).notices).toMatchObject([{ thing: '0' }]);
});

test('what was shown is read; what grew in the meantime or belongs to others is not', async () => {
  const [owner, author] = await two();
  const { ctx, told } = scene(owner);
  const sold: NewNotification = { ...comment(owner, author), kind: 'item-sold', thing: '1:crown' };
  await post(ctx, comment(owner, author), sold, comment(author, owner));
  const shown = (await database.db.select().from(notices)).map(({ id, count }) => ({ id, count }));
  await post(ctx, sold);
  told();
  await markShownNotificationsRead(ctx, { shown });
  const { notices: left } = await listNotifications(ctx, { page: 1 });
  expect(left.filter(({ read }) => !read)).toMatchObject([{ kind: 'item-sold', count: 2 }]);
  expect(await getUnread(ctx, author.id)).toMatchObject({ notices: 1 });
  expect(told()).toEqual(['unread-changed']);
  await markShownNotificationsRead(ctx, { shown });
  expect(told()).toEqual([]);
});

test('a kind that is switched off is not written, and is again when it is switched on', async () => {
  const [owner, author] = await two();
  const { ctx, told } = scene(owner);
  const change = (kind: NotificationKind, wanted: boolean) =>
    muteNotifications(ctx, { kind, wanted });
  await change('profile-comment', false);
  await change('profile-comment', false);
  expect(await listMuted(ctx)).toEqual(['profile-comment']);
  await post(ctx, comment(owner, author));
  expect(told()).toEqual([]);
  expect((await listNotifications(ctx, { page: 1 })).notices).toEqual([]);
  await change('profile-comment', true);
  await post(ctx, comment(owner, author));
  expect((await listNotifications(ctx, { page: 1 })).notices).toHaveLength(1);
});

test('a visitor has no notices to list, read or switch', async () => {
  const { ctx } = scene(null);
  const refused = expect.objectContaining({ code: 'login-required' });
  await expect(listNotifications(ctx, { page: 1 })).rejects.toThrow(refused);
  await expect(markAllNotificationsRead(ctx)).rejects.toThrow(refused);
  await expect(markShownNotificationsRead(ctx, { shown: [] })).rejects.toThrow(refused);
  await expect(listMuted(ctx)).rejects.toThrow(refused);
  const off = { kind: 'item-sold' as const, wanted: false };
  await expect(muteNotifications(ctx, off)).rejects.toThrow(refused);
});

test('the seller has a notice of each card that somebody bought, with what it went for', async () => {
  const seller = await createPlayer(database.db);
  const buyer = await createPlayer(database.db, { balance: 20_00 });
  const gameId = await createTradedGame(database.db);
  const prices = [3_00, 4_50];
  const itemIds = await createListings(database.db, { seller, gameId, prices });
  const ctx = {
    ...scene(buyer).ctx,
    rules: actAs(database.db, buyer, { marketFeePercent: 10 }).rules,
  };
  for (const itemId of itemIds) await buyListing(ctx, { itemId, key: randomUUID() });
  await ctx.notifier.flush();
  const [told, ...others] = (await listNotifications({ ...ctx, actor: seller }, { page: 1 }))
    .notices;
  expect(told).toMatchObject({
    kind: 'item-sold',
    actor: { username: buyer.username },
    thing: `${gameId}:default-crown`,
    count: 2,
    amount: 7_50,
  });
  expect(told?.thingName).toMatch(/^.+ \(Game \d+\)$/);
  expect(others).toEqual([]);
});

test('a purchase that is refused is told to nobody, and a repeated form only once', async () => {
  const seller = await createPlayer(database.db);
  const buyer = await createPlayer(database.db, { balance: 3_00 });
  const gameId = await createTradedGame(database.db);
  const [cheap = '', dear = ''] = await createListings(database.db, {
    seller,
    gameId,
    prices: [1_00, 9_00],
  });
  const { ctx } = scene(buyer);
  const told = vi.spyOn(ctx.notifier, 'post');
  await expect(buyListing(ctx, { itemId: dear, key: randomUUID() })).rejects.toThrow();
  expect(told).not.toHaveBeenCalled();
  const form = { itemId: cheap, key: randomUUID() };
  await buyListing(ctx, form);
  await buyListing(ctx, form);
  expect(told).toHaveBeenCalledTimes(1);
});

test('what was read is kept for 90 days, what was not for a year', async () => {
  const [owner, author] = await two();
  const { ctx } = scene(owner);
  const now = ctx.clock.now().getTime();
  const before = (ms: number) => new Date(now - ms);
  const row = (thing: string, at: Date, readAt: Date | null = null) => ({
    ...comment(owner, author),
    thing,
    at,
    readAt,
  });
  await database.db
    .insert(notices)
    .values([
      row(
        'read long ago',
        before(notificationConstants.readKeptMs + 2),
        before(notificationConstants.readKeptMs + 1),
      ),
      row(
        'read lately',
        before(notificationConstants.readKeptMs + 2),
        before(notificationConstants.readKeptMs),
      ),
      row('never read', before(notificationConstants.keptMs)),
      row('never read for too long', before(notificationConstants.keptMs + 1)),
    ]);
  await purgeOldNotifications(ctx);
  const kept = await database.db
    .select({ thing: notices.thing })
    .from(notices)
    .where(eq(notices.userId, owner.id))
    .orderBy(sql`thing`);
  expect(kept.map(({ thing }) => thing)).toEqual(['never read', 'read lately']);
});

test('what there is no room for is logged with how much it was, once a minute', async () => {
  const [owner, author] = await two();
  const warn = vi.fn();
  const { testClock: clock, ...ctx } = createTestCtx(database.db);
  const log = { ...ctx.log, warn };
  const kept = createNotifier({ ...ctx, clock, log });
  const lost = () => warn.mock.calls.map(([what]) => what);
  for (let count = 0; count < notificationConstants.waitingMax + 3; count += 1)
    kept.post(comment(owner, author));
  expect(lost()).toEqual([{ notices: 1 }]);
  clock.advance(notificationConstants.lostLogMs - 1);
  kept.post(comment(owner, author));
  expect(lost()).toHaveLength(1);
  clock.advance(1);
  await kept.flush();
  expect(lost()).toEqual([{ notices: 1 }, { notices: 3 }]);
  await kept.flush();
  expect(lost()).toHaveLength(2);
  const { notices: shown } = await listNotifications({ ...ctx, actor: owner }, { page: 1 });
  expect(shown).toMatchObject([{ count: notificationConstants.waitingMax }]);
});
