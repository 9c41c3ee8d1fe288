import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import {
  mutedPushes,
  pushKeys,
  pushSubscriptions,
  sessions,
  users,
  waitingPushes,
} from '#database/schema.ts';
import { notificationKinds } from '#shared/constants/notifications/notification-kinds.ts';
import { pushConstants, pushTexts } from '#shared/constants/notifications/push.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPushBrowser } from '#test/fixtures/push-browser.ts';
import {
  createPushReceiver,
  createSessionOf,
  listEndpoints,
} from '#test/fixtures/push-receiver.ts';
import { endOwnSession } from '../../accounts/sessions/own-sessions.ts';
import type { Actor } from '../../actor.ts';
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '../settings/notification-settings.ts';
import { createPushSender } from './push-sender.ts';
import { enablePush, readPushState } from './push-subscriptions.ts';

const minuteMs = 60_000;

const database = useDatabase({ max: 12 });

afterEach(async () => {
  await database.db.delete(pushSubscriptions);
  await database.db.delete(pushKeys);
});

const createReceiver = () => createPushReceiver(database.db);
const createSession = (actor: Actor) => createSessionOf(database.db, actor);
const endpointsOf = (userId: string) => listEndpoints(database.db, userId);
const countWaiting = () => database.db.$count(waitingPushes);

test('a push says only what kind of thing is new', async () => {
  const { author, browser, owner, notify, run, received } = await createReceiver();
  for (const kind of notificationKinds) {
    await notify(kind);
    await run();
    const [push, ...others] = received();
    expect(others).toEqual([]);
    expect(push?.target).toEqual(browser.target);
    expect(JSON.parse(push?.payload ?? '')).toEqual({
      kind,
      ...pushTexts[kind],
      body: 'Open Guildhall to see it.',
    });
    for (const secret of ['secret', author.username, author.id, owner.username, owner.id])
      expect(push?.payload).not.toContain(secret);
  }
  await run();
  expect(received()).toEqual([]);
  expect(await countWaiting()).toBe(0);
  const [row] = await database.db.select().from(pushSubscriptions);
  expect(row?.lastUsedAt).not.toBeNull();
});

test('repeated notifications of a kind wait as one push for each browser', async () => {
  const { own, as, owner, notify, run, received } = await createReceiver();
  const second = createPushBrowser();
  await enablePush(as(await createSession(owner)), second.target);
  for (let time = 0; time < 5; time += 1) await notify('profile-comment');
  await notify('item-sold');
  expect(await countWaiting()).toBe(4);
  await run();
  expect(received()).toHaveLength(4);
  expect((await readPushState(own)).subscriptions.map(({ isCurrent }) => isCurrent)).toEqual([
    true,
    false,
  ]);
});

test('kinds that are not wanted as push are not pushed, also not those that wait', async () => {
  const { own, notify, run, received } = await createReceiver();
  const settings = await readNotificationSettings(own);
  expect(notificationKinds.every((kind) => settings.kinds[kind].push)).toBe(true);
  settings.kinds['item-sold'].push = false;
  await saveNotificationSettings(own, settings);
  expect(await readNotificationSettings(own)).toEqual(settings);
  await notify('item-sold');
  expect(await countWaiting()).toBe(0);
  await notify('trade-offer');
  settings.kinds['trade-offer'].push = false;
  await saveNotificationSettings(own, settings);
  await run();
  expect(received()).toEqual([]);
  expect(await countWaiting()).toBe(0);
  settings.kinds['trade-offer'] = { onSite: false, mail: 'off', push: true };
  await saveNotificationSettings(own, settings);
  await notify('trade-offer');
  await run();
  expect(received()).toHaveLength(1);
  await database.db.delete(mutedPushes);
});

test('in quiet hours pushes wait for the end; changed quiet hours apply at once', async () => {
  const { own, notify, run, received, clock } = await createReceiver();
  const settings = await readNotificationSettings(own);
  // The clock shows 08:00 in New York.
  const quiet = { quietFrom: 7 * 60, quietTo: 9 * 60, timeZone: 'America/New_York' };
  await saveNotificationSettings(own, { ...settings, ...quiet });
  await notify('profile-comment');
  await run();
  await notify('profile-comment');
  clock.advance(60 * minuteMs - 1);
  await run();
  expect(received()).toEqual([]);
  clock.advance(1);
  await run();
  expect(received()).toHaveLength(1);
  await saveNotificationSettings(own, { ...settings, ...quiet, quietTo: 10 * 60 });
  await notify('profile-comment');
  await run();
  expect(received()).toEqual([]);
  await saveNotificationSettings(own, settings);
  await run();
  expect(received()).toHaveLength(1);
});

test('a browser that does not want pushes any more is forgotten', async () => {
  const { owner, send, notify, run, received } = await createReceiver();
  send.mockResolvedValueOnce({ outcome: 'gone' });
  await notify('item-sold');
  await run();
  expect(await endpointsOf(owner.id)).toEqual([]);
  expect(await countWaiting()).toBe(0);
  await notify('item-sold');
  await run();
  expect(received()).toEqual([]);
});

test('a failed push is tried four times, later each time, and at least as late as was asked', async () => {
  const { send, notify, run, clock, browser, owner } = await createReceiver();
  const fail = (retryAfterMs: number | null) =>
    send.mockResolvedValueOnce({ outcome: 'unavailable', detail: 'answered 503', retryAfterMs });
  await notify('item-sold');
  for (const [index, [asked, waitMs]] of (
    [
      [null, 30_000],
      [10 * minuteMs, 10 * minuteMs],
      [5 * 60 * minuteMs, 60 * minuteMs],
    ] as const
  ).entries()) {
    fail(asked);
    await run();
    expect(send).toHaveBeenCalledTimes(index + 1);
    clock.advance(waitMs - 1);
    await run();
    expect(send).toHaveBeenCalledTimes(index + 1);
    clock.advance(1);
  }
  fail(null);
  await run();
  expect(send).toHaveBeenCalledTimes(4);
  expect(await countWaiting()).toBe(0);
  expect(await endpointsOf(owner.id)).toEqual([browser.target.endpoint]);
});

test('a refused push is not tried again; after a week of failures the browser is forgotten', async () => {
  const { send, notify, run, clock, owner } = await createReceiver();
  const failOnce = async () => {
    send.mockResolvedValueOnce({ outcome: 'refused', detail: 'answered 403' });
    await notify('item-sold');
    await run();
    expect(await countWaiting()).toBe(0);
  };
  await failOnce();
  clock.advance(pushConstants.failingMaxMs - 1);
  await failOnce();
  // One that arrives counts as the end of the failures.
  await notify('item-sold');
  await run();
  clock.advance(1);
  await failOnce();
  expect(await endpointsOf(owner.id)).toHaveLength(1);
  clock.advance(pushConstants.failingMaxMs);
  await failOnce();
  expect(await endpointsOf(owner.id)).toEqual([]);
});

test('push services that never answer do not delay the pushes of others', async () => {
  const { as, send, notify, sender, owner, clock, createUser } = await createReceiver();
  const held: (() => void)[] = [];
  const slow = new Set<string>();
  const reached: string[] = [];
  send.mockImplementation(async ({ target: { endpoint } }) => {
    reached.push(endpoint);
    if (!slow.has(endpoint)) return { outcome: 'accepted' };
    await new Promise<void>((resolve) => held.push(resolve));
    return { outcome: 'unavailable', detail: 'TimeoutError', retryAfterMs: null };
  });
  // More failing browsers than their lane holds.
  const attackers = await Promise.all(
    Array.from({ length: pushConstants.failingAtOnce + 5 }, createUser),
  );
  for (const attacker of attackers) {
    const { target } = createPushBrowser();
    slow.add(target.endpoint);
    await enablePush(as(attacker), target);
    await database.db
      .update(pushSubscriptions)
      .set({ failingSince: clock.now() })
      .where(eq(pushSubscriptions.endpoint, target.endpoint));
    await notify('item-sold', attacker);
  }
  const stuck = sender.run();
  await vi.waitFor(() => expect(reached).toHaveLength(pushConstants.failingAtOnce));
  const [ownEndpoint] = await endpointsOf(owner.id);
  for (let time = 1; time <= 3; time += 1) {
    await notify('trade-offer');
    void sender.run();
    await vi.waitFor(() =>
      expect(reached.filter((endpoint) => endpoint === ownEndpoint)).toHaveLength(time),
    );
    await vi.waitFor(async () =>
      expect(await database.db.$count(waitingPushes, eq(waitingPushes.kind, 'trade-offer'))).toBe(
        0,
      ),
    );
  }
  expect(held).toHaveLength(pushConstants.failingAtOnce);
  slow.clear();
  for (const release of held) release();
  await stuck;
  await sender.settle();
  expect(reached).toHaveLength(attackers.length + 3);
});

test('a node that dies while sending leaves its push to others after a minute', async () => {
  const { ctx, send, notify, sender, clock } = await createReceiver();
  const reached = Promise.withResolvers<void>();
  send.mockImplementationOnce(() => {
    reached.resolve();
    return new Promise(() => undefined);
  });
  await notify('item-sold');
  await sender.run();
  await reached.promise;
  const other = createPushSender(ctx);
  await other.run();
  await other.settle();
  expect(send).toHaveBeenCalledTimes(1);
  clock.advance(pushConstants.leaseMs);
  await other.run();
  await other.settle();
  expect(send).toHaveBeenCalledTimes(2);
  expect(await countWaiting()).toBe(0);
});

test('three nodes together send each push once', async () => {
  const { ctx, as, notify, received, createUser } = await createReceiver();
  const others = await Promise.all(Array.from({ length: 20 }, createUser));
  for (const other of others) {
    await enablePush(as(other), createPushBrowser().target);
    await notify('item-sold', other);
  }
  const nodes = Array.from({ length: 3 }, () => createPushSender(ctx));
  await Promise.all(nodes.map((node) => node.run()));
  await Promise.all(nodes.map((node) => node.settle()));
  const sent = received().map(({ target }) => target.endpoint);
  expect([sent.length, new Set(sent).size]).toEqual([20, 20]);
});

test('a browser that got too many pushes in an hour gets the next one later', async () => {
  const { take, notify, run, received, clock } = await createReceiver();
  take.mockRejectedValueOnce(new AppError('rate-limited', { retryAfterMs: 20 * minuteMs }));
  await notify('item-sold');
  await run();
  clock.advance(20 * minuteMs - 1);
  await run();
  expect(received()).toEqual([]);
  clock.advance(1);
  await run();
  expect(received()).toHaveLength(1);
});

test.each([
  ['suspended', { banned: true }],
  ['deleted', { role: 'guest' as const }],
])('an account that is %s gets nothing, also not later', async (_, state) => {
  const { owner, notify, run, received } = await createReceiver();
  const set = (values: Partial<typeof users.$inferInsert>) =>
    database.db.update(users).set(values).where(eq(users.id, owner.id));
  await notify('item-sold');
  await set(state);
  await run();
  await set({ banned: false, role: 'player' });
  await run();
  expect(received()).toEqual([]);
  await notify('item-sold');
  await run();
  expect(received()).toHaveLength(1);
});

test('an ended or expired session gets nothing, and its browser is forgotten when it ends', async () => {
  const { own, owner, notify, run, received } = await createReceiver();
  await database.db
    .update(sessions)
    .set({ expiresAt: new Date('2026-01-01T00:00:00Z') })
    .where(eq(sessions.id, owner.sessionId));
  await notify('item-sold');
  await run();
  expect(received()).toEqual([]);
  expect((await readPushState(own)).subscriptions).toEqual([]);
  await notify('item-sold');
  await endOwnSession(own, owner.sessionId);
  expect(await endpointsOf(owner.id)).toEqual([]);
  expect(await countWaiting()).toBe(0);
  await expect(enablePush(own, createPushBrowser().target)).rejects.toMatchObject({
    code: 'login-required',
  });
});
