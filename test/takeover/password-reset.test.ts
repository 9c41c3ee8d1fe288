import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#database/schema.ts';
import { useDatabase } from '../fixtures/database.ts';
import { addPasskeyOnWeb, signChallenge } from '../fixtures/passkeys.ts';
import { generateRegistration } from '../fixtures/registration-form.ts';
import { createPerson, signOnOnWeb } from '../fixtures/sign-on.ts';
import { useSignOnVictims } from '../fixtures/sign-on-victims.ts';
import {
  type Browser,
  copyBrowser,
  createVictim,
  enterPassword,
  isLoggedInAs,
  readToken,
  setUpApp,
  type Victim,
} from '../fixtures/takeover.ts';
import { textOf } from '../fixtures/web-application.ts';

// A stranger tries to get into an account by the mail that sets a new password, or to stay in it although the
// owner has set one.

const database = useDatabase();
const site = useSignOnVictims(database);

const appPath = '/settings/security/authenticator';
/** The page with the secret of an app. */
const keyText = 'Or type this key into the app';
const password = 'battery staple';

/** Asks for the mail and sets the new password with its link. Returns the token. */
async function resetPassword(victim: Pick<Victim, 'web' | 'person'>): Promise<string> {
  const { person, web } = victim;
  await web.visit().post('/forgot-password', { email: person.email });
  const token = await readToken(victim, person.email);
  expect((await web.visit().post('/reset-password', { token, password })).status).toBe(200);
  return token;
}

/** Sets the new password in the settings. */
async function changePassword({ person, visitor }: Victim): Promise<void> {
  const path = '/settings/account/password';
  await visitor.post(path, { currentPassword: person.password, password });
}

/** The victim with the password that the mail has set. */
const withNewPassword = (victim: Victim) => ({ person: { ...victim.person, password } });

describe('a stranger who reads the mails of the victim', () => {
  test('does not get past the second factor, which a new password keeps', async () => {
    const victim = await createVictim(database.db);
    const authenticator = await addPasskeyOnWeb(victim.visitor);
    const { showCode, recoveryCodes } = await setUpApp(victim);
    await resetPassword(victim);
    const stranger = await enterPassword(withNewPassword(victim), victim.web.visit());
    expect(stranger.cookie).toBeNull();
    for (const path of ['/settings/security', '/settings/security/authenticator']) {
      expect((await stranger.get(path)).headers.get('Location')).toContain('/login');
    }
    expect((await stranger.post('/login/factor', { code: '000000' })).status).toBe(401);
    // Each factor of the owner still works.
    const complete: ((owner: Browser) => Promise<unknown>)[] = [
      (owner) => owner.post('/login/factor', { code: showCode(1) }),
      (owner) => owner.post('/login/factor', { code: recoveryCodes[0] ?? '' }),
      async (owner) => {
        const credential = await signChallenge(owner, authenticator, 'factor');
        return owner.post('/login/factor', { intent: 'passkey', credential });
      },
    ];
    for (const logIn of complete) {
      const owner = await enterPassword(withNewPassword(victim), victim.web.visit());
      await logIn(owner);
      expect(await isLoggedInAs(owner, victim.person.username)).toBe(true);
    }
  });

  test('uses no link again, and none that a newer mail has replaced', async () => {
    const victim = await createVictim(database.db);
    const { person, web } = victim;
    await web.visit().post('/forgot-password', { email: person.email });
    const replaced = await readToken(victim, person.email);
    const used = await resetPassword(victim);
    const stranger = web.visit();
    for (const token of [replaced, used]) {
      const answer = await stranger.post('/reset-password', { token, password: 'of the stranger' });
      expect(answer.status).toBe(400);
    }
    expect((await stranger.post('/login', { ...person, password })).status).toBe(302);
  });
});

describe('a stranger who was in the account', () => {
  test('is out after the owner has set a new password by mail', async () => {
    const victim = await createVictim(database.db);
    const { person, visitor } = victim;
    const strangers = [await victim.logIn(), copyBrowser(victim, visitor)];
    await resetPassword(victim);
    for (const stranger of strangers) {
      expect(await isLoggedInAs(stranger, person.username)).toBe(false);
    }
  });

  test.each([
    ['typed', changePassword],
    ['set by mail', resetPassword],
  ])(
    'knows no secret of an app that the owner adds after a new password was %s',
    async (_, change) => {
      const victim = await createVictim(database.db);
      const stranger = copyBrowser(victim, victim.visitor);
      await stranger.post(appPath, { intent: 'start' });
      expect(await textOf(await stranger.get(appPath))).toContain(keyText);
      await change(victim);
      const owner = victim.web.visit();
      await owner.post('/login', { username: victim.person.username, password });
      const page = await textOf(await owner.get(appPath));
      expect(page).toContain('Show the QR code');
      expect(page).not.toContain(keyText);
    },
  );
});

describe('a stranger who registered with the email address of somebody else', () => {
  /** An account that the stranger made with the address, and the browser that is logged in to it. */
  async function createSquattedAccount() {
    const victim = await site.createSignOnVictim();
    const person = generateRegistration();
    const stranger = victim.web.visit();
    await stranger.post('/register', person);
    await stranger.post('/login', { username: person.username, password: person.password });
    expect(await isLoggedInAs(stranger, person.username)).toBe(true);
    return { ...victim, person, stranger };
  }

  test('adds no way to log in that stays when its owner sets a new password', async () => {
    const account = await createSquattedAccount();
    const { person, stranger, web } = account;
    const authenticator = await addPasskeyOnWeb(stranger);
    const identity = createPerson(site.server).person;
    const link = { purpose: 'link', next: '/settings/security/sign-on' };
    await signOnOnWeb(site.server, stranger, identity, link);
    await stranger.post(appPath, { intent: 'start' });
    expect(await textOf(await stranger.get(appPath))).not.toContain(keyText);
    await resetPassword(account);
    // The stranger is out, and stays out.
    const later = web.visit();
    const credential = await signChallenge(later, authenticator, 'login');
    await later.post('/login', { intent: 'passkey', credential });
    await signOnOnWeb(site.server, later, identity);
    expect(later.cookie).toBeNull();
    expect(await isLoggedInAs(stranger, person.username)).toBe(false);
    // The owner of the address has the account, and can add factors.
    const owner = web.visit();
    await owner.post('/login', { username: person.username, password });
    expect(await isLoggedInAs(owner, person.username)).toBe(true);
    const own = await addPasskeyOnWeb(owner);
    const next = web.visit();
    const signed = await signChallenge(next, own, 'login');
    await next.post('/login', { intent: 'passkey', credential: signed });
    expect(await isLoggedInAs(next, person.username)).toBe(true);
  });

  test('sets no password in an account of single sign-on', async () => {
    const victim = await site.createSignOnVictim();
    const { person } = createPerson(site.server, { email_verified: false });
    const stranger = victim.web.visit();
    const username = String(person.preferred_username);
    const email = `${username}@victim.example`;
    await signOnOnWeb(site.server, stranger, person);
    await stranger.post('/login/sign-on/username', { username, email });
    await signOnOnWeb(site.server, stranger, person);
    expect(await isLoggedInAs(stranger, username)).toBe(true);
    const path = '/settings/account/password';
    await signOnOnWeb(site.server, stranger, person, { purpose: 'proof', next: path });
    const answer = await stranger.post(path, { password });
    expect(answer.status).toBe(403);
    expect(await textOf(answer)).toContain('Confirm your email address first.');
    // So the owner of the address gets no link into an account that the stranger can enter too.
    await victim.web.visit().post('/forgot-password', { email });
    expect(await readToken(victim, email)).toBe('');
  });
});

test('a link works for its own purpose only', async () => {
  const victim = await createVictim(database.db);
  const { web, visitor, person } = victim;
  const email = `new-${person.email}`;
  await web.visit().post('/forgot-password', { email: person.email });
  const reset = await readToken(victim, person.email);
  await visitor.post('/settings/account/email', { email });
  const change = await readToken(victim, email);
  expect(new Set([reset, change, '']).size).toBe(3);
  const stranger = web.visit();
  for (const [path, token] of [
    ['/reset-password', change],
    ['/confirm', change],
    ['/confirm', reset],
    ['/settings/account/email/confirm', reset],
  ] as const) {
    const answer = await stranger.post(path, { token, password });
    expect([path, answer.status]).toEqual([path, 400]);
  }
  expect(stranger.cookie).toBeNull();
  const [account] = await database.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.username, person.username.toLowerCase()));
  expect(account?.email).toBe(person.email);
  // They still work where they belong.
  const confirm = { token: change };
  expect((await stranger.post('/settings/account/email/confirm', confirm)).status).toBe(200);
});
