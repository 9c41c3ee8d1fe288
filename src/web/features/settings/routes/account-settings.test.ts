import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sendRequestedEmails } from '#domain/accounts/emails/send-requested-emails.ts';
import { listOwnSessions } from '#domain/accounts/sessions/own-sessions.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { actAs } from '#test/fixtures/registered-player.ts';
import { registerOnWeb } from '#test/fixtures/registered-visitor.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

test('the email changes by a form and the link in its mail', async () => {
  const { web, visitor, person, logIn, clock } = await registerOnWeb(database.db);
  const { ctx } = web;
  ctx.accounts.mailer = { ...ctx.accounts.mailer, canDeliver: true };
  const email = `changed-${person.email}`;
  clock.advance(proofConstants.freshMs);
  const asked = await visitor.get('/settings/account/email');
  expect(asked.headers.get('Location')).toBe('/settings/proof?next=%2Fsettings%2Faccount%2Femail');
  const rejected = await visitor.post('/settings/account/email', { email });
  expect([302, 403]).toContain(rejected.status);
  await visitor.post('/settings/proof', { password: person.password });
  const sent = await visitor.post('/settings/account/email', { email });
  expect(sent.headers.get('Location')).toBe('/settings/account');
  expect(await textOf(await visitor.get('/settings/account'))).toContain(
    `A mail to ${email} has a link`,
  );
  ctx.mails.length = 0;
  await sendRequestedEmails(ctx);
  const mail = ctx.mails.find(({ to }) => to === email);
  const path =
    /\/settings\/account\/email\/confirm\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  const token = path.split('=')[1] ?? '';
  // The link is opened on a device that is not logged in. Opening it alone changes nothing.
  const stranger = web.visit();
  expect(await textOf(await stranger.get(path))).toContain(
    `The account ${person.username} gets the email ${email}`,
  );
  expect(await textOf(await stranger.post(path, { token }))).toContain(
    'Your account has its new email.',
  );
  expect(stranger.cookie).toBeNull();
  const text = await textOf(await visitor.get('/settings/account'));
  expect(text).toContain(email);
  expect(text).not.toContain('A mail to');
  const again = await (await logIn()).post(path, { token });
  expect([again.status, await textOf(again)]).toEqual([
    400,
    expect.stringContaining('This link has expired or was used before.'),
  ]);
});

test('a requested change of the email can be cancelled', async () => {
  const { web, visitor, person } = await registerOnWeb(database.db);
  web.ctx.accounts.mailer = { ...web.ctx.accounts.mailer, canDeliver: true };
  await visitor.post('/settings/account/email', { email: `new-${person.email}` });
  const response = await visitor.post('/settings/account', { intent: 'cancel-email' });
  const text = await textOf(response);
  expect(text).toContain('The change is cancelled.');
  expect(text).not.toContain('A mail to');
});

test('the password changes by a form, and other browsers are logged out', async () => {
  const { web, visitor, person, logIn } = await registerOnWeb(database.db);
  const other = await logIn();
  const wrong = await visitor.post('/settings/account/password', {
    currentPassword: 'wrong password',
    password: 'battery staple',
  });
  expect(wrong.status).toBe(403);
  const html = await wrong.text();
  expect(html).toContain('This is not your password.');
  for (const secret of ['wrong password', 'battery staple']) expect(html).not.toContain(secret);
  const before = visitor.cookie;
  const changed = await visitor.post('/settings/account/password', {
    currentPassword: person.password,
    password: 'battery staple',
  });
  expect(changed.headers.get('Location')).toBe('/settings/account?changed=password');
  expect(visitor.cookie).not.toBe(before);
  expect(await textOf(await visitor.get('/settings/account?changed=password'))).toContain(
    'Your password is changed.',
  );
  expect((await other.get('/settings')).headers.get('Location')).toBe('/login?next=%2Fsettings');
  // A copy of the former cookie is worth nothing either.
  const thief = web.visit();
  thief.cookie = before;
  expect((await thief.get('/settings')).headers.get('Location')).toBe('/login?next=%2Fsettings');
});

test('a present password that is left empty is not taken for a fresh proof', async () => {
  const { visitor, person, logIn } = await registerOnWeb(database.db);
  const form = { currentPassword: '', password: 'battery staple' };
  const response = await visitor.post('/settings/account/password', form);
  expect(response.status).toBe(400);
  expect((await logIn()).cookie).not.toBeNull();
  expect(person.password).not.toBe(form.password);
});

test('sessions are listed and can be ended without scripts', async () => {
  const { web, visitor, logIn } = await registerOnWeb(database.db);
  const other = await logIn();
  await logIn();
  const page = await visitor.get('/settings/account');
  expect(page.headers.get('Cache-Control')).toContain('no-store');
  const text = await textOf(page);
  expect(text).toContain('This one');
  expect(text).toContain('127.0.0.0/24');
  const own = await actAs(web.ctx, `guildhall_session=${other.cookie}`);
  const ended = await visitor.post('/settings/account', {
    intent: 'end-session',
    sessionId: own.actor.sessionId,
  });
  expect(await textOf(ended)).toContain('The session has ended.');
  expect((await other.get('/settings')).headers.get('Location')).toBe('/login?next=%2Fsettings');
  const all = await visitor.post('/settings/account', { intent: 'end-others' });
  expect(await textOf(all)).toContain('All other sessions have ended.');
  const self = await actAs(web.ctx, `guildhall_session=${visitor.cookie}`);
  expect(await listOwnSessions(self)).toHaveLength(1);
});

test.each<Record<string, string>>([
  { intent: 'end-session', sessionId: 'x' },
  { intent: 'other' },
  {},
])('the form %j is rejected', async (form) => {
  const { visitor } = await registerOnWeb(database.db);
  expect((await visitor.post('/settings/account', form)).status).toBe(400);
});

test('guests have no account section', async () => {
  const { player } = await createLoggedInPlayer(database.db, { role: 'guest' });
  for (const path of ['/settings/account', '/settings/account/email', '/settings/account/password'])
    expect((await player.get(path)).status).toBe(403);
  expect(await (await player.get('/settings')).text()).not.toContain('href="/settings/account"');
});

test.each([
  ['/settings/account/email', 'email', 'changed@example.test'],
  ['/settings/applications/new-key', 'name', 'My <robot>'],
])(
  'without scripts the text typed into %s is there again after the proof',
  async (path, name, typed) => {
    const { visitor, person, clock } = await registerOnWeb(database.db);
    clock.advance(proofConstants.freshMs);
    const rejected = await visitor.post(
      path,
      { [name]: typed, password: 'a password', key: randomUUID() },
      { Accept: 'text/html' },
    );
    const proof = `/settings/proof?next=${encodeURIComponent(path)}`;
    expect([rejected.status, rejected.headers.get('Location')]).toEqual([302, proof]);
    const kept = rejected.headers.getSetCookie().find((one) => one.startsWith('typed-')) ?? '';
    expect(kept).toMatch(/; Path=\/settings\/\w+; HttpOnly; SameSite=Lax; Max-Age=600$/);
    expect(Buffer.from(/=([^;]*)/.exec(kept)?.[1] ?? '', 'base64url').toString()).not.toContain(
      'a password',
    );
    const proven = await visitor.post(proof, { password: person.password, next: path });
    expect(proven.headers.get('Location')).toBe(path);
    const escaped = typed.replace('<', '&lt;').replace('>', '&gt;');
    expect(await (await visitor.get(path)).text()).toContain(`value="${escaped}"`);

    // A successful change forgets it.
    await visitor.post(path, { [name]: typed, key: randomUUID() });
    expect(await (await visitor.get(path)).text()).not.toContain(`value="${escaped}"`);
  },
);
