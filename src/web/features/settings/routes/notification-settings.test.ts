import { expect, test } from 'vitest';
import { preparePushKeys } from '#domain/notifications/push/push-keys.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createPushBrowser } from '#test/fixtures/push-browser.ts';
import { listEndpoints } from '#test/fixtures/push-receiver.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/settings/notifications';

async function createReader() {
  const fixture = await createLoggedInPlayer(database.db);
  await preparePushKeys(fixture.ctx);
  const { target } = createPushBrowser();
  const endpoints = () => listEndpoints(database.db, fixture.actor.id);
  return { ...fixture, target, endpoints };
}

test('a browser is turned on, listed and turned off', async () => {
  const { player, target, endpoints } = await createReader();
  const before = await textOf(await player.get(path));
  expect(before).toContain('Push is off in this browser.');
  expect(before).not.toContain('Browsers with push');
  expect(before).toContain('Turning push on needs scripts.');
  const on = await player.post(path, { intent: 'push-on', ...target });
  const shown = await textOf(on);
  expect(shown).toContain('Push is on in this browser now.');
  expect(shown).toContain('This one');
  expect(await endpoints()).toEqual([target.endpoint]);
  const off = await player.post(path, { intent: 'push-off' });
  expect(await textOf(off)).toContain('Push is off in this browser now.');
  expect(await endpoints()).toEqual([]);
});

test('another browser is removed from the list', async () => {
  const { web, player, actor, target, endpoints } = await createReader();
  const other = await createSignedInVisitor(web, actor.id);
  await other.post(path, { intent: 'push-on', ...target });
  const html = await (await player.get(path)).text();
  const [, id = ''] = /name="subscriptionId" value="([^"]+)"/.exec(html) ?? [];
  const removed = await player.post(path, { intent: 'push-remove', subscriptionId: id });
  expect(await textOf(removed)).toContain('The browser is removed.');
  expect(await endpoints()).toEqual([]);
});

test('a logout ends push in the browser', async () => {
  const { player, target, endpoints } = await createReader();
  await player.post(path, { intent: 'push-on', ...target });
  expect(await endpoints()).toHaveLength(1);
  await player.post('/logout', {});
  expect(await endpoints()).toEqual([]);
});

test.each([
  ['no endpoint', { endpoint: '' }],
  ['an endpoint without https', { endpoint: 'http://push.example/a' }],
  ['an endpoint with credentials', { endpoint: 'https://a:b@push.example/a' }],
  ['a private IP address', { endpoint: 'https://192.168.0.1/a' }],
  ['a long endpoint', { endpoint: `https://push.example/${'a'.repeat(1_000)}` }],
  ['an endpoint with other letters', { endpoint: 'https://push.example/ä' }],
  ['a short key', { p256dh: 'B000' }],
  ['a compressed key', { p256dh: `A${'A'.repeat(86)}` }],
  ['a long secret', { auth: 'A'.repeat(24) }],
])('%s is refused', async (_, changed) => {
  const { player, target, endpoints } = await createReader();
  const response = await player.post(path, { intent: 'push-on', ...target, ...changed });
  expect(response.status).toBe(400);
  expect(await endpoints()).toEqual([]);
});
