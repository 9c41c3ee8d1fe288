import { expect, test } from 'vitest';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { registerOnWeb } from '#test/fixtures/registered-visitor.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

test('the proof asks for the password and leads back', async () => {
  const { visitor, person, clock } = await registerOnWeb(database.db);
  clock.advance(proofConstants.freshMs);
  const path = '/settings/proof?next=%2Fprofile%2Fedit';
  expect(await textOf(await visitor.get(path))).toContain('Confirm that it is you');
  const wrong = await visitor.post(path, { password: 'wrong password', next: '/profile/edit' });
  expect(wrong.status).toBe(403);
  const html = await wrong.text();
  expect(html).toContain('This is not your password.');
  expect(html).not.toContain('wrong password');
  const right = await visitor.post(path, { password: person.password, next: '/profile/edit' });
  expect(right.headers.get('Location')).toBe('/profile/edit');
  // From now on it is not asked again.
  expect((await visitor.get(path)).headers.get('Location')).toBe('/profile/edit');
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'the proof never leads to another site such as %s',
  async (next) => {
    const { visitor, person, clock } = await registerOnWeb(database.db);
    const path = `/settings/proof?next=${encodeURIComponent(next)}`;
    expect((await visitor.get(path)).headers.get('Location')).toBe('/settings');
    clock.advance(proofConstants.freshMs);
    const response = await visitor.post(path, { password: person.password, next });
    expect(response.headers.get('Location')).toBe('/settings');
  },
);

test('a guest is not asked for a proof, and an account without a password gets a link', async () => {
  const guest = await createLoggedInPlayer(database.db, { role: 'guest' });
  const response = await guest.player.get('/settings/proof?next=%2Fprofile');
  expect(response.headers.get('Location')).toBe('/profile');
  const { player, web } = await createLoggedInPlayer(database.db);
  web.ctx.testClock.advance(proofConstants.freshMs);
  const text = await textOf(await player.get('/settings/proof'));
  expect(text).toContain('Your account has no password.');
});
