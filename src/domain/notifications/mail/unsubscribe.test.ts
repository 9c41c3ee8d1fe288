import { expect, test } from 'vitest';
import { notificationMails } from '#database/schema.ts';
import { useMailReceivers } from '#test/fixtures/notification-mails.ts';
import type { Mail } from '../../accounts/emails/mailer.ts';
import { createKeysOf } from '../../secrets/keys.ts';
import { readNotificationSettings } from '../settings/notification-settings.ts';
import { makeNotificationMails } from './make-notification-mails.ts';
import { unsubscribe } from './unsubscribe.ts';
import { createUnsubscribeToken } from './unsubscribe-token.ts';

const { database, createReceiver } = useMailReceivers();
const hourMs = 60 * 60_000;

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
  expect(mail?.text).toContain('and you are friends now.');
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
