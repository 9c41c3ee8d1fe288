import { expect, test } from 'vitest';
import { createUnsubscribeToken } from '#domain/notifications/mail/unsubscribe-token.ts';
import { readNotificationSettings } from '#domain/notifications/settings/notification-settings.ts';
import { notificationKinds } from '#shared/constants/notifications/notification-kinds.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

/** The form of the settings with mails of one kind. */
function createForm(changed: Record<string, string> = {}) {
  const mails = notificationKinds.map((kind) => [`mail-${kind}`, 'off']);
  const sites = notificationKinds.map((kind) => [`site-${kind}`, 'yes']);
  const times = { quietFrom: '22:00', quietTo: '07:00', timeZone: 'UTC' };
  return { ...Object.fromEntries([...mails, ...sites]), ...times, ...changed };
}

async function createSubscriber() {
  const fixture = await createLoggedInPlayer(database.db);
  await fixture.player.post('/settings/notifications', createForm({ 'mail-item-sold': 'daily' }));
  const token = createUnsubscribeToken(fixture.ctx.keys, {
    userId: fixture.actor.id,
    scope: 'item-sold',
  });
  const read = async () => (await readNotificationSettings(fixture.ctx)).kinds['item-sold'].mail;
  return { ...fixture, path: `/unsubscribe?token=${token}`, read };
}

test('the settings are saved without scripts, and shown again', async () => {
  const { player, ctx } = await createLoggedInPlayer(database.db);
  const form = createForm({
    'mail-trade-offer': 'weekly',
    hasQuietHours: 'yes',
    quietTo: '06:45',
    timeZone: 'Europe/Berlin',
  });
  delete form['site-item-sold'];
  const response = await player.post('/settings/notifications', form);
  expect(await textOf(response)).toContain('Settings saved.');
  expect(await readNotificationSettings(ctx)).toMatchObject({
    kinds: {
      'trade-offer': { onSite: true, mail: 'weekly' },
      'item-sold': { onSite: false, mail: 'off' },
    },
    quietFrom: 22 * 60,
    quietTo: 6 * 60 + 45,
    timeZone: 'Europe/Berlin',
  });
  const html = await (await player.get('/settings/notifications')).text();
  expect(html).toContain('value="06:45"');
  expect(html).toMatch(
    /<option[^>]*selected=""[^>]*>Europe\/Berlin|<option[^>]*value="Europe\/Berlin"[^>]*selected/,
  );
});

test.each([
  ['a time', { quietTo: '25:00' }],
  ['equal times', { hasQuietHours: 'yes', quietTo: '22:00' }],
  ['a time zone', { timeZone: 'Mars/Base' }],
  ['a frequency', { 'mail-item-sold': 'hourly' }],
])('%s that is not possible is refused', async (_, changed) => {
  const { player, read } = await createSubscriber();
  const response = await player.post('/settings/notifications', createForm(changed));
  expect(response.status).toBe(400);
  expect(await read()).toBe('daily');
});

test('a guest is asked to register first', async () => {
  const { player } = await createLoggedInPlayer(database.db, { role: 'guest' });
  const response = await player.get('/settings/notifications');
  expect(response.status).toBe(403);
  expect(await response.text()).toContain('href="/register?next=%2Fsettings%2Fnotifications"');
});

test('opening the link of a mail changes nothing; its button ends the mails', async () => {
  const { web, path, read } = await createSubscriber();
  const visitor = web.visit();
  const page = await (await visitor.get(path)).text();
  expect(page).toContain('Cards that were sold');
  expect(page).toContain('href="/settings/notifications"');
  expect(await read()).toBe('daily');
  const answer = await textOf(await visitor.post(path, {}));
  expect(answer).toContain('You get no more mails: Cards that were sold.');
  expect(await read()).toBe('off');
});

/** One request of a mail program: no cookie, no Origin. */
const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };

test('one request of a mail program ends the mails, without cookie and login, also twice', async () => {
  const { web, path, read } = await createSubscriber();
  const send = (to: string, init: RequestInit = {}) =>
    web.visit().send(to, { ...oneClick, ...init });
  expect((await send(path.slice(0, -1))).status).toBe(400);
  expect((await send('/unsubscribe')).status).toBe(400);
  expect(await read()).toBe('daily');
  for (const time of ['first', 'second'])
    expect([time, (await send(path)).status]).toEqual([time, 200]);
  expect(await read()).toBe('off');
});

test('forms of other sites and other paths are refused as before', async () => {
  const { web, path, read } = await createSubscriber();
  const send = (to: string, init: RequestInit = {}) =>
    web.visit().send(to, { ...oneClick, ...init });
  const foreign = { headers: { Origin: 'https://elsewhere.test' } };
  const crossSite = { headers: { 'Sec-Fetch-Site': 'cross-site' } };
  for (const init of [foreign, crossSite]) expect((await send(path, init)).status).toBe(403);
  for (const other of ['/settings/notifications', '/logout', '/unsubscribe/x', '//unsubscribe'])
    expect([other, (await send(other)).status]).toEqual([other, 403]);
  expect(await read()).toBe('daily');
});
