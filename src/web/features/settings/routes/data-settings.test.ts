import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { dataExports, sessions } from '#database/schema.ts';
import { makeDataExports } from '#domain/data-export/make-data-exports.ts';
import { dataExportConstants } from '#shared/constants/accounts/data-exports.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { readZip } from '#test/fixtures/read-zip.ts';
import { registerOnWeb } from '#test/fixtures/registered-visitor.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/settings/data';
const file = '/settings/data/export.zip';

test('an export is requested, prepared and downloaded, by its owner only', async () => {
  const { web, player, actor } = await createLoggedInPlayer(database.db);
  expect(await textOf(await player.get(path))).toContain('Request an export');
  expect((await player.get(file)).status).toBe(404);
  expect(await textOf(await player.post(path, { intent: 'export' }))).toContain(
    'Your export is being prepared.',
  );
  const again = await player.post(path, { intent: 'export' });
  expect(again.status).toBe(409);
  expect(await textOf(again)).toContain('You can request one export a day.');
  await makeDataExports(web.ctx);
  const text = await textOf(await player.get(path));
  expect(text).toMatch(/Download \(\d+ KB\)/);
  const response = await player.get(file);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(response.headers.get('Content-Type')).toBe('application/zip');
  expect(response.headers.get('Content-Disposition')).toBe(
    `attachment; filename="guildhall-${actor.username}.zip"`,
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(Number(response.headers.get('Content-Length'))).toBe(bytes.byteLength);
  expect((await readZip(bytes)).has('README.txt')).toBe(true);

  const other = await createLoggedInPlayer(database.db);
  expect((await other.player.get(file)).status).toBe(404);
  const visitor = await web.visit().get(file);
  expect(visitor.headers.get('Location')).toBe('/login?next=%2Fsettings%2Fdata%2Fexport.zip');
  const { id } = (await database.db.select().from(dataExports))[0] ?? {};
  for (const guess of [`/exports/${id}-1.zip`, `/photos/exports/${id}-1.zip`]) {
    expect((await player.get(guess)).status).toBe(404);
  }
  web.ctx.testClock.advance(dataExportConstants.dayMs);
  expect((await player.get(file)).status).toBe(404);
});

test('a failed export can be tried again', async () => {
  const { player } = await createLoggedInPlayer(database.db);
  await player.post(path, { intent: 'export' });
  await database.db.update(dataExports).set({ state: 'failed' });
  const text = await textOf(await player.get(path));
  expect(text).toContain('Your export could not be made.');
  expect(text).toContain('Try again');
  expect(await textOf(await player.post(path, { intent: 'export' }))).toContain(
    'Your export is being prepared.',
  );
});

test('without a fresh proof the page leads to the proof, and its forms change nothing', async () => {
  const { visitor, person, clock } = await registerOnWeb(database.db);
  clock.advance(proofConstants.freshMs);
  const text = await textOf(await visitor.get(path));
  expect(text).toContain('Confirm that it is you');
  expect(text).not.toContain('Delete my account');
  const forms: Record<string, string>[] = [
    { intent: 'export' },
    { intent: 'delete', username: person.username, removesTexts: 'yes' },
  ];
  for (const form of forms) {
    const response = await visitor.post(path, form);
    expect(response.status).toBe(403);
    expect(await textOf(response)).toContain('Confirm that it is you first.');
  }
  expect((await visitor.get('/profile')).status).toBe(200);
});

test('the account is deleted with the typed username', async () => {
  const { visitor, logIn, person } = await registerOnWeb(database.db);
  const second = await logIn();
  const before = await textOf(await visitor.get(path));
  for (const what of ['balance', 'pictures', 'orders', 'trade offers', 'Messages, discussions']) {
    expect(before).toContain(what);
  }
  const wrong = await visitor.post(path, { intent: 'delete', username: 'nobody' });
  expect(wrong.status).toBe(400);
  expect(await textOf(wrong)).toContain('This is not your username.');
  const right = await visitor.post(path, {
    intent: 'delete',
    username: person.username,
    removesTexts: 'yes',
  });
  expect(right.headers.get('Location')).toBe('/settings/data/deleted');
  expect(right.headers.get('Set-Cookie')).toContain('Max-Age=0');
  // The other browser is logged out as well.
  expect((await second.get(path)).headers.get('Location')).toBe('/login?next=%2Fsettings%2Fdata');
  await expect(logIn()).rejects.toThrow('The login failed.');
});

test('moderators read why their account cannot be deleted, and guests can delete theirs', async () => {
  const moderator = await createLoggedInPlayer(database.db, { role: 'moderator' });
  const text = await textOf(await moderator.player.get(path));
  expect(text).toContain('An account that moderates cannot be deleted.');
  const form = { intent: 'delete', username: moderator.actor.username };
  expect((await moderator.player.post(path, form)).status).toBe(403);
  const { player, actor } = await createLoggedInPlayer(database.db, { role: 'guest' });
  expect(await textOf(await player.get(path))).toContain('Delete my account');
  const deleted = await player.post(path, { intent: 'delete', username: actor.username });
  expect(deleted.headers.get('Location')).toBe('/settings/data/deleted');
  expect(await database.db.$count(sessions, eq(sessions.userId, actor.id))).toBe(0);
});

test.each([{ intent: 'no-such' }, { intent: 'delete' }, {}])(
  'the invalid form %j is rejected',
  async (form) => {
    const { player } = await createLoggedInPlayer(database.db);
    expect((await player.post(path, form as Record<string, string>)).status).toBe(400);
  },
);
