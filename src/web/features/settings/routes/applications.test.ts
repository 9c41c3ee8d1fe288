import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyApiKey } from '#domain/accounts/api-clients/api-keys/verify-api-key.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/settings/applications';

test('an API key is created, shown once, disabled and deleted by forms without scripts', async () => {
  const { web, player } = await createLoggedInPlayer(database.db);
  expect(await textOf(await player.get(path))).toContain('You have no API keys.');
  const created = await player.post(`${path}/new-key`, {
    name: 'My <b>robot</b>',
    key: randomUUID(),
  });
  expect(created.headers.get('Cache-Control')).toContain('no-store');
  const html = await created.text();
  expect(html).toContain('It is not shown again.');
  expect(html).not.toContain('<b>robot</b>');
  const key = /<code[^>]*>([\w-]{43})<\/code>/.exec(html)?.[1] ?? '';
  await verifyApiKey(web.ctx, { key });
  const list = await (await player.get(path)).text();
  expect(list).not.toContain(key);
  const keyId = /name="keyId" value="([0-9a-f]{24})"/.exec(list)?.[1] ?? '';

  const disabled = await player.post(path, { intent: 'disable-key', keyId });
  expect(await textOf(disabled)).toContain('The key is disabled.');
  await expect(verifyApiKey(web.ctx, { key })).rejects.toMatchObject({ code: 'wrong-credentials' });
  expect(await textOf(await player.get(`${path}?delete=${keyId}`))).toContain('Delete this key?');
  const deleted = await player.post(path, { intent: 'delete-key', keyId });
  expect(await textOf(deleted)).toContain('You have no API keys.');
  const gone = await player.post(path, { intent: 'enable-key', keyId });
  expect(gone.status).toBe(404);
});

test('a form of a new key that is sent again replaces its key, also at the same moment', async () => {
  const { web, player } = await createLoggedInPlayer(database.db);
  const form = { name: 'robot', key: randomUUID() };
  const readKey = async (answer: Response) =>
    /<code[^>]*>([\w-]{43})<\/code>/.exec(await answer.text())?.[1] ?? '';
  const send = async () => readKey(await player.post(`${path}/new-key`, form));
  const keys = [...(await Promise.all([send(), send(), send()])), await send()];
  const last = keys.at(-1) ?? '';
  await verifyApiKey(web.ctx, { key: last });
  for (const key of keys.slice(0, -1))
    await expect(verifyApiKey(web.ctx, { key })).rejects.toMatchObject({
      code: 'wrong-credentials',
    });
  const list = await (await player.get(path)).text();
  expect(list.match(/name="keyId"/g)).toHaveLength(1);
});

test('a new key needs a fresh proof', async () => {
  const { web, player } = await createLoggedInPlayer(database.db);
  web.ctx.testClock.advance(proofConstants.freshMs);
  const response = await player.get(`${path}/new-key`);
  expect(response.headers.get('Location')).toBe(
    '/settings/proof?next=%2Fsettings%2Fapplications%2Fnew-key',
  );
  await player.post(`${path}/new-key`, { name: 'robot', key: randomUUID() });
  expect(await textOf(await player.get(path))).toContain('You have no API keys.');
});

test.each<Record<string, string>>([
  {},
  { intent: 'other' },
  { intent: 'disable-key' },
  { intent: 'delete-key', keyId: '../../etc/passwd' },
  { intent: 'end-login-id', loginIdId: 'x' },
])('the form %j is rejected', async (form) => {
  const { player } = await createLoggedInPlayer(database.db);
  expect((await player.post(path, form)).status).toBe(400);
});

test('loginIds that are gone and an empty list can be ended', async () => {
  const { player } = await createLoggedInPlayer(database.db);
  const forms: Record<string, string>[] = [
    { intent: 'end-login-id', loginIdId: randomUUID() },
    { intent: 'end-programs' },
  ];
  for (const form of forms) expect((await player.post(path, form)).status).toBe(200);
});

test('guests have no applications', async () => {
  const { player } = await createLoggedInPlayer(database.db, { role: 'guest' });
  for (const one of [path, `${path}/new-key`]) expect((await player.get(one)).status).toBe(403);
});
