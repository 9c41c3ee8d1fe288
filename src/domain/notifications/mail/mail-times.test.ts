import { expect, test } from 'vitest';
import { commented, useMailReceivers } from '#test/fixtures/notification-mails.ts';

const { createReceiver } = useMailReceivers();
const hourMs = 60 * 60_000;

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
  expect(mail?.text).toContain('and you are friends now.');
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
