import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { notificationMails, notificationsToMail, users } from '#database/schema.ts';
import { type NotificationKind, notificationKinds } from '#shared/constants/notification-kinds.ts';
import type { MailChoice } from '#shared/constants/notification-mails.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Mail } from '../../accounts/emails/mailer.ts';
import type { Actor } from '../../context-parts.ts';
import { createKeysOf } from '../../secrets/keys.ts';
import { addNotification } from '../add-notification.ts';
import { listNotifications } from '../list-notifications.ts';
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '../settings/notification-settings.ts';
import { makeNotificationMails } from './make-notification-mails.ts';
import { purgeFailedNotificationMails, sendNotificationMails } from './send-notification-mails.ts';
import { unsubscribe } from './unsubscribe.ts';
import { createUnsubscribeToken } from './unsubscribe-token.ts';

const database = useDatabase({ max: 12 });
const hourMs = 60 * 60_000;

afterEach(async () => {
  await database.db.delete(notificationsToMail);
  await database.db.delete(notificationMails);
});

type Choices = Partial<Record<NotificationKind, MailChoice>>;

/** A player who chose mails, a context with a clock (Saturday, 12:00 UTC), and what the nodes sent. */
async function createReceiver(choices: Choices, times: object = {}) {
  const { db } = database;
  const mails: Mail[] = [];
  const send = vi.fn(async (mail: Mail) => void mails.push(mail));
  const ctx = createTestCtx(db, { accounts: { mailer: { canDeliver: true, send } } });
  const [owner, author] = [await createPlayer(db), await createPlayer(db)];
  const own = { ...ctx, actor: owner };
  const save = async (changed: Choices, changedTimes: object = {}) => {
    const settings = await readNotificationSettings(own);
    for (const kind of notificationKinds)
      settings.kinds[kind].mail = changed[kind] ?? settings.kinds[kind].mail;
    await saveNotificationSettings(own, { ...settings, ...changedTimes });
  };
  await save(choices, times);
  const notify = async (kind: NotificationKind, actor: Actor = author, thing = '') => {
    const thingName = thing && `The title\n${thing}`;
    await addNotification(ctx, db, { userId: owner.id, kind, actorId: actor.id, thing, thingName });
    await ctx.notifier.flush();
  };
  /** One run of a node. */
  const run = async () => {
    await makeNotificationMails(ctx);
    await sendNotificationMails(ctx);
  };
  const take = () => mails.splice(0);
  return { ctx, own, owner, author, send, save, notify, run, take, clock: ctx.testClock };
}

const commented = (author: Actor) => `${author.username} commented on your profile.`;

test('a notification of a chosen kind is mailed at once, others are not', async () => {
  const { owner, author, notify, run, take, own } = await createReceiver({
    'profile-comment': 'at-once',
  });
  await notify('profile-comment');
  await notify('request-accepted');
  await run();
  const [mail, ...others] = take();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: `${owner.username.toLowerCase()}@example.test`,
    subject: commented(author),
  });
  expect(mail?.text).toContain(`- ${commented(author)}\n`);
  expect(mail?.text).not.toContain('friend request');
  expect(mail?.text).toContain(mail?.unsubscribeUrl ?? 'no link');
  expect((await listNotifications(own, { page: 1 })).entries).toHaveLength(2);
  await run();
  expect(take()).toEqual([]);
});

test('a kind that is muted on the site can still be mailed', async () => {
  const { notify, run, take, own } = await createReceiver({ 'trade-offer': 'at-once' });
  const settings = await readNotificationSettings(own);
  settings.kinds['trade-offer'].onSite = false;
  await saveNotificationSettings(own, settings);
  expect(await readNotificationSettings(own)).toEqual(settings);
  await notify('trade-offer');
  await run();
  expect(take()).toHaveLength(1);
  expect((await listNotifications(own, { page: 1 })).entries).toEqual([]);
});

test('titles of players add no lines to a mail', async () => {
  const { author, notify, run, take } = await createReceiver({ 'discussion-comment': 'at-once' });
  await notify('discussion-comment', author, 'Bcc: someone');
  await run();
  const line = `${author.username} commented in "The title Bcc: someone".`;
  expect(take()).toMatchObject([{ subject: line, text: expect.stringContaining(`- ${line}\n`) }]);
});

test('three nodes together send each notification once, also while more arrive', async () => {
  const { ctx, owner, run, take } = await createReceiver({ 'profile-comment': 'at-once' });
  const authors = await Promise.all(Array.from({ length: 12 }, () => createPlayer(database.db)));
  const write = async (author: Actor) => {
    const kind = 'profile-comment';
    await addNotification(ctx, ctx.db, { userId: owner.id, kind, actorId: author.id });
    await ctx.notifier.flush();
  };
  await Promise.all([...authors.map(write), run(), run(), run()]);
  await Promise.all([run(), run(), run()]);
  const lines = take().flatMap(({ text }) => text.match(/^- .*$/gm) ?? []);
  expect(lines.toSorted()).toEqual(authors.map((one) => `- ${commented(one)}`).toSorted());
  expect(await database.db.$count(notificationsToMail)).toBe(0);
});

test('a mail that fails is tried again later, with the same content, and given up after six times', async () => {
  const { ctx, send, notify, run, take, clock } = await createReceiver({
    'profile-comment': 'at-once',
  });
  send.mockRejectedValueOnce(new Error('no connection'));
  await notify('profile-comment');
  await run();
  await run();
  expect(send).toHaveBeenCalledTimes(1);
  clock.advance(15_000);
  await run();
  expect(take()).toHaveLength(1);
  send.mockRejectedValue(new Error('no connection'));
  await notify('profile-comment');
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await run();
    clock.advance(5 * hourMs);
  }
  expect(send).toHaveBeenCalledTimes(8);
  expect(await purgeFailedNotificationMails(ctx, { days: 30 })).toBe(0);
  clock.advance(31 * 24 * hourMs);
  expect(await purgeFailedNotificationMails(ctx, { days: 30 })).toBe(1);
  expect(await database.db.$count(notificationsToMail)).toBe(0);
});

test('a mail that failed leaves out kinds that its receiver has unsubscribed from meanwhile', async () => {
  const { save, send, notify, run, take, clock } = await createReceiver({
    'profile-comment': 'at-once',
    'request-accepted': 'at-once',
  });
  send.mockRejectedValueOnce(new Error('no connection'));
  await notify('profile-comment');
  await notify('request-accepted');
  await run();
  await save({ 'profile-comment': 'off' });
  clock.advance(15_000);
  await run();
  const [mail, ...others] = take();
  expect(others).toEqual([]);
  expect(mail?.text).toContain('accepted your friend request.');
  expect(mail?.text).not.toContain('commented');

  send.mockRejectedValueOnce(new Error('no connection'));
  await notify('request-accepted');
  await run();
  await save({ 'request-accepted': 'off' });
  clock.advance(hourMs);
  await run();
  expect(take()).toEqual([]);
  expect(await database.db.$count(notificationMails)).toBe(0);
});

test('a mail that failed before the quiet hours is not tried again until their end', async () => {
  // The clock shows 12:00 UTC.
  const { send, notify, run, take, clock } = await createReceiver(
    { 'profile-comment': 'at-once' },
    { quietFrom: 12 * 60 + 5, quietTo: 13 * 60, timeZone: 'UTC' },
  );
  send.mockRejectedValueOnce(new Error('no connection'));
  await notify('profile-comment');
  await run();
  clock.advance(5 * 60_000);
  await run();
  clock.advance(55 * 60_000 - 1);
  await run();
  expect(send).toHaveBeenCalledTimes(1);
  clock.advance(1);
  await run();
  expect(take()).toHaveLength(1);
});

test('a node that dies while sending leaves its mail to others after two minutes', async () => {
  const { ctx, send, notify, run, take, clock } = await createReceiver({
    'profile-comment': 'at-once',
  });
  await notify('profile-comment');
  await makeNotificationMails(ctx);
  const reached = Promise.withResolvers<void>();
  send.mockImplementationOnce(() => {
    reached.resolve();
    return new Promise(() => undefined);
  });
  void sendNotificationMails(ctx);
  await reached.promise;
  await run();
  expect(take()).toEqual([]);
  clock.advance(2 * 60_000);
  await run();
  expect(take()).toHaveLength(1);
});

test('in quiet hours mails wait for the end and come as one', async () => {
  // The clock shows 08:00 in New York.
  const { author, notify, run, take, clock } = await createReceiver(
    { 'profile-comment': 'at-once', 'request-accepted': 'at-once' },
    { quietFrom: 7 * 60, quietTo: 9 * 60 + 30, timeZone: 'America/New_York' },
  );
  await notify('profile-comment');
  await run();
  await notify('request-accepted');
  clock.advance(1.5 * hourMs - 1);
  await run();
  expect(take()).toEqual([]);
  clock.advance(1);
  await run();
  const [mail, ...others] = take();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('2 notifications on Guildhall');
  expect(mail?.text).toContain(commented(author));
  expect(mail?.text).toContain('accepted your friend request.');
});

test('a digest that falls into quiet hours comes at their end', async () => {
  // The clock shows 12:00; the digest of the next day is due at 08:00.
  const { notify, run, take, clock } = await createReceiver(
    { 'profile-comment': 'daily' },
    { quietFrom: 22 * 60, quietTo: 10 * 60, timeZone: 'UTC' },
  );
  await notify('profile-comment');
  await run();
  clock.advance(21 * hourMs);
  await run();
  expect(take()).toEqual([]);
  clock.advance(hourMs);
  await run();
  expect(take()).toHaveLength(1);
});

test('changed quiet hours apply to mails that wait', async () => {
  const { save, notify, run, take } = await createReceiver(
    { 'profile-comment': 'at-once' },
    { quietFrom: 0, quietTo: 23 * 60, timeZone: 'UTC' },
  );
  await notify('profile-comment');
  await run();
  expect(take()).toEqual([]);
  await save({}, { quietFrom: null, quietTo: null });
  await run();
  expect(take()).toHaveLength(1);
});

test('digests come at 08:00 of the own time zone, the weekly one on Monday', async () => {
  const { author, notify, run, take, clock } = await createReceiver(
    { 'profile-comment': 'daily', 'trade-offer': 'weekly' },
    { timeZone: 'Europe/Berlin' },
  );
  await notify('profile-comment');
  await notify('profile-comment');
  await notify('trade-offer');
  // Saturday, 13:00 in Berlin, to Sunday, 07:59.
  clock.advance(19 * hourMs - 1);
  await run();
  expect(take()).toEqual([]);
  clock.advance(1);
  await run();
  expect(take()).toMatchObject([
    {
      subject: 'Your day on Guildhall: 1 notification',
      text: expect.stringContaining(`${author.username} wrote 2 comments on your profile.`),
    },
  ]);
  clock.advance(24 * hourMs);
  await run();
  // No daily one, because there is nothing to tell.
  expect(take()).toMatchObject([{ subject: 'Your week on Guildhall: 1 notification' }]);
});

test('a mail lists 50 notifications and says how many more there are', async () => {
  const { author, notify, run, take, clock } = await createReceiver({
    'discussion-comment': 'daily',
  });
  for (let thing = 0; thing < 53; thing += 1)
    await notify('discussion-comment', author, String(thing));
  clock.advance(24 * hourMs);
  await run();
  const [mail] = take();
  expect(mail?.text.match(/^- /gm)).toHaveLength(51);
  expect(mail?.text).toContain('- and 3 more\n');
});

test('at most 20 mails an hour are sent at once; the rest joins the next one', async () => {
  const { notify, run, take, clock } = await createReceiver({ 'profile-comment': 'at-once' });
  for (let mail = 0; mail < 25; mail += 1) {
    await notify('profile-comment');
    await run();
    clock.advance(60_000);
  }
  expect(take()).toHaveLength(20);
  clock.advance(35 * 60_000);
  await run();
  expect(take()).toMatchObject([{ text: expect.stringContaining('wrote 5 comments') }]);
});

test.each([
  ['an address is not confirmed', { emailVerified: false }],
  ['an account is suspended', { banned: true }],
  ['an account is deleted', { role: 'guest' as const }],
])('while %s no mail is sent, also not later', async (_, state) => {
  const { ctx, owner, notify, run, take } = await createReceiver({ 'profile-comment': 'at-once' });
  const set = (values: Partial<typeof users.$inferInsert>) =>
    database.db.update(users).set(values).where(eq(users.id, owner.id));
  const usual = { emailVerified: true, banned: false, role: 'player' as const };
  await notify('profile-comment');
  await set(state);
  await run();
  await set(usual);
  await run();
  expect(take()).toEqual([]);
  // Between the making of the mail and sending it.
  await notify('profile-comment');
  await makeNotificationMails(ctx);
  await set(state);
  await run();
  await set(usual);
  await run();
  expect(take()).toEqual([]);
  await notify('profile-comment');
  await run();
  expect(take()).toHaveLength(1);
});

test('the link of a mail ends its kind, or all if the mail has several', async () => {
  const { ctx, own, notify, run, take } = await createReceiver({
    'profile-comment': 'at-once',
    'trade-offer': 'at-once',
    'item-sold': 'daily',
  });
  const tokenOf = (mail?: Mail) =>
    new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token') ?? '';
  await notify('profile-comment');
  await run();
  const token = tokenOf(take()[0]);
  await notify('profile-comment');
  await notify('trade-offer');
  for (let time = 0; time < 2; time += 1)
    expect(await unsubscribe(ctx, { token })).toBe('profile-comment');
  const { kinds } = await readNotificationSettings(own);
  expect([kinds['profile-comment'], kinds['trade-offer'], kinds['item-sold']]).toEqual([
    { onSite: true, mail: 'off', push: true },
    { onSite: true, mail: 'at-once', push: true },
    { onSite: true, mail: 'daily', push: true },
  ]);
  await notify('request-accepted');
  await run();
  const [second] = take();
  expect(second?.text).toContain('offers you a trade');
  expect(second?.text).not.toContain('commented');
  const all = createUnsubscribeToken(ctx.keys, { userId: own.actor.id, scope: 'all' });
  await notify('trade-offer');
  await makeNotificationMails(ctx);
  expect(await unsubscribe(ctx, { token: all })).toBe('all');
  await run();
  expect(take()).toEqual([]);
  const after = await readNotificationSettings(own);
  expect(Object.values(after.kinds).every(({ mail }) => mail === 'off')).toBe(true);
});

test('a forged link and that of another account end nothing', async () => {
  const { ctx, own, author } = await createReceiver({ 'trade-offer': 'weekly' });
  const mine = createUnsubscribeToken(ctx.keys, { userId: own.actor.id, scope: 'trade-offer' });
  const theirs = createUnsubscribeToken(ctx.keys, { userId: author.id, scope: 'all' });
  const otherKeys = createKeysOf('another-secret-another-secret-another');
  const signature = (token: string) => token.split('.')[2];
  const forged = [
    '',
    'x',
    mine.slice(0, -1),
    `${own.actor.id}.all.${signature(mine)}`,
    `${own.actor.id}.all.${signature(theirs)}`,
    createUnsubscribeToken(otherKeys, { userId: own.actor.id, scope: 'all' }),
  ];
  for (const token of forged)
    await expect(unsubscribe(ctx, { token })).rejects.toMatchObject({
      code: 'bad-unsubscribe-link',
    });
  expect(await unsubscribe(ctx, { token: theirs })).toBe('all');
  expect((await readNotificationSettings(own)).kinds['trade-offer'].mail).toBe('weekly');
});

test('an unknown time zone is refused, and guests have no mails', async () => {
  const { own, save } = await createReceiver({});
  await expect(save({}, { timeZone: 'Mars/Base' })).rejects.toMatchObject({ code: 'bad-input' });
  const guest = { ...own, actor: await createPlayer(database.db, { role: 'guest' }) };
  await expect(readNotificationSettings(guest)).rejects.toMatchObject({
    code: 'guest-not-allowed',
  });
});
