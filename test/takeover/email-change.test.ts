import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#database/schema.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '../fixtures/database.ts';
import { generateRegistration } from '../fixtures/registration-form.ts';
import {
  copyBrowser,
  createVictim,
  isLoggedInAs,
  readToken,
  type Victim,
} from '../fixtures/takeover.ts';
import { textOf } from '../fixtures/web-application.ts';

// A stranger tries to get into an account by a change of its email address.

const database = useDatabase();
const confirmPath = '/settings/account/email/confirm';

async function readEmail({ person }: Victim): Promise<string | undefined> {
  const [account] = await database.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.displayUsername, person.username));
  return account?.email;
}

/** Requests a change of the email address. Returns the token of the mail. */
async function requestChange(victim: Victim, email: string): Promise<string> {
  await victim.visitor.post('/settings/account/email', { email });
  return readToken(victim, email);
}

describe('a stranger with a copied session', () => {
  test('changes no email address without a proof of the last ten minutes', async () => {
    const victim = await createVictim(database.db);
    const stranger = copyBrowser(victim, victim.visitor);
    victim.clock.advance(proofConstants.freshMs);
    const email = 'thief@example.test';
    await stranger.post('/settings/account/email', { email });
    expect(await readToken(victim, email)).toBe('');
    expect(await readEmail(victim)).toBe(victim.person.email);
  });

  test('has lost when the owner, who is told by mail, sets a new password', async () => {
    const victim = await createVictim(database.db);
    const { person, visitor, web } = victim;
    const stranger = copyBrowser(victim, visitor);
    const email = `thief-of-${person.email}`;
    await stranger.post('/settings/account/email', { email });
    const token = await readToken(victim, email);
    const told = web.ctx.mails.filter(({ to }) => to === person.email);
    expect(told.map(({ subject }) => subject)).toEqual([
      'Your email for Guildhall is about to change',
    ]);
    await visitor.post('/settings/account/password', {
      currentPassword: person.password,
      password: 'battery staple',
    });
    expect((await stranger.post(confirmPath, { token })).status).toBe(400);
    expect(await readEmail(victim)).toBe(person.email);
  });
});

describe('a link to a new email address', () => {
  test('of the stranger changes nothing of the player who opens it', async () => {
    const victim = await createVictim(database.db);
    const { web, person } = victim;
    const stranger = web.visit();
    const attacker = generateRegistration();
    await web.visit().post('/register', attacker);
    await stranger.post('/login', { username: attacker.username, password: attacker.password });
    const email = `wanted-${person.email}`;
    await stranger.post('/settings/account/email', { email });
    const token = await readToken(victim, email);
    await victim.visitor.post(confirmPath, { token });
    const rows = await database.db
      .select({ username: users.displayUsername })
      .from(users)
      .where(eq(users.email, email));
    expect(rows).toEqual([{ username: attacker.username }]);
    expect(await isLoggedInAs(victim.visitor, person.username)).toBe(true);
    expect(await textOf(await victim.visitor.get('/settings/account'))).toContain(person.email);
  });

  test('does not change the address back when it is opened again', async () => {
    const victim = await createVictim(database.db);
    const [former, present] = [`former-${victim.person.email}`, `present-${victim.person.email}`];
    const first = await requestChange(victim, former);
    const stranger = victim.web.visit();
    expect((await victim.visitor.post(confirmPath, { token: first })).status).toBe(200);
    expect((await stranger.post(confirmPath, { token: first })).status).toBe(400);
    const second = await requestChange(victim, present);
    expect((await victim.visitor.post(confirmPath, { token: second })).status).toBe(200);
    for (const token of [first, second]) {
      expect((await stranger.post(confirmPath, { token })).status).toBe(400);
    }
    expect(await readEmail(victim)).toBe(present);
  });

  test('starts no session, and needs none', async () => {
    const victim = await createVictim(database.db);
    const token = await requestChange(victim, `new-${victim.person.email}`);
    const stranger = victim.web.visit();
    expect((await stranger.post(confirmPath, { token })).status).toBe(200);
    expect(stranger.cookie).toBeNull();
  });
});

test('who has the former email address by now gets no link to the account', async () => {
  const victim = await createVictim(database.db);
  const { person, web } = victim;
  const before = web.visit();
  await before.post('/forgot-password', { email: person.email });
  const reset = await readToken(victim, person.email);
  // Requested before the change, but not mailed yet.
  victim.clock.advance(60_000);
  const change = await requestChange(victim, `new-${person.email}`);
  await before.post('/forgot-password', { email: person.email });
  await victim.visitor.post(confirmPath, { token: change });
  web.ctx.mails.length = 0;
  expect(await readToken(victim, person.email)).toBe('');
  const password = 'of the stranger';
  expect((await before.post('/reset-password', { token: reset, password })).status).toBe(400);
  // Also after the stranger has registered with it.
  const stranger = { ...generateRegistration(), email: person.email };
  await before.post('/register', stranger);
  await before.post('/forgot-password', { email: person.email });
  const own = await readToken(victim, person.email);
  await before.post('/reset-password', { token: own, password });
  const login = { username: person.username, password };
  expect((await web.visit().post('/login', login)).status).toBe(401);
  expect((await web.visit().post('/login', { ...login, ...person })).status).toBe(302);
});
