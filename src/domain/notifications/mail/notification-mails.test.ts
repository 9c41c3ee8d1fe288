import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { notificationsToMail, users } from '#database/schema.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { commented, useMailReceivers } from '#test/fixtures/notification-mails.ts';
import type { Actor } from '../../actor.ts';
import { deleteOldRows } from '../../retention/delete-old-rows.ts';
import { addNotification } from '../add-notification.ts';
import { listNotifications } from '../list-notifications.ts';
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '../settings/notification-settings.ts';
import { makeNotificationMails } from './make-notification-mails.ts';
import { sendNotificationMails } from './send-notification-mails.ts';

const { database, createReceiver } = useMailReceivers();
const hourMs = 60 * 60_000;

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
  expect(await deleteOldRows(ctx)).toMatchObject({ failedNotificationMails: 0 });
  clock.advance(31 * 24 * hourMs);
  expect(await deleteOldRows(ctx)).toMatchObject({ failedNotificationMails: 1 });
  expect(await database.db.$count(notificationsToMail)).toBe(0);
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

test('an unknown time zone is refused, and guests have no mails', async () => {
  const { own, save } = await createReceiver({});
  await expect(save({}, { timeZone: 'Mars/Base' })).rejects.toMatchObject({ code: 'bad-input' });
  const guest = { ...own, actor: await createPlayer(database.db, { role: 'guest' }) };
  await expect(readNotificationSettings(guest)).rejects.toMatchObject({
    code: 'guest-not-allowed',
  });
});
