import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#database/schema.ts';
import { logInPlayerForApi } from '#domain/accounts/api-clients/login-id-tokens/log-in-player-for-api.ts';
import { useDatabase } from '../fixtures/database.ts';
import { addPasskeyOnWeb, signChallenge } from '../fixtures/passkeys.ts';
import { generateRegistration } from '../fixtures/registration-form.ts';
import { createPerson, signOnOnWeb, visitProvider } from '../fixtures/sign-on.ts';
import { useSignOnVictims } from '../fixtures/sign-on-victims.ts';
import {
  copyBrowser,
  createVictim,
  enterPassword,
  readToken,
  setUpApp,
  type Victim,
} from '../fixtures/takeover.ts';

// A stranger has kept what led into an account before it was deleted.

const database = useDatabase();
const site = useSignOnVictims(database);

async function deleteAccount({ visitor, person }: Victim): Promise<void> {
  const answer = await visitor.post('/settings/data', {
    intent: 'delete',
    username: person.username,
  });
  expect(answer.headers.get('Location')).toBe('/settings/data/deleted');
}

const findByEmail = (email: string) =>
  database.db.select({ username: users.displayUsername }).from(users).where(eq(users.email, email));

test('a copied session reaches nothing after the deletion', async () => {
  const victim = await createVictim(database.db);
  const stranger = copyBrowser(victim, victim.visitor);
  await deleteAccount(victim);
  for (const path of ['/settings', '/settings/data/export.zip', '/profile']) {
    expect((await stranger.get(path)).headers.get('Location')).toContain('/login');
  }
  expect(await findByEmail(victim.person.email)).toEqual([]);
});

test('mailed links change nothing, also when somebody registers with the same address', async () => {
  const victim = await createVictim(database.db);
  const { person, visitor, web } = victim;
  const newEmail = `new-${person.email}`;
  await web.visit().post('/forgot-password', { email: person.email });
  const reset = await readToken(victim, person.email);
  await visitor.post('/settings/account/email', { email: newEmail });
  const change = await readToken(victim, newEmail);
  expect([reset, change]).not.toContain('');
  await deleteAccount(victim);
  const heir = { ...generateRegistration(), email: person.email };
  await web.visit().post('/register', heir);
  const stranger = web.visit();
  const form = { password: 'of the stranger' };
  for (const [path, token] of [
    ['/reset-password', reset],
    ['/settings/account/email/confirm', change],
    ['/confirm', reset],
  ] as const) {
    expect((await stranger.post(path, { ...form, token })).status).toBe(400);
  }
  expect(await findByEmail(newEmail)).toEqual([]);
  expect((await stranger.post('/login', { ...heir, ...form })).status).toBe(401);
  expect((await stranger.post('/login', heir)).status).toBe(302);
});

test('a login that waits for its code, and a passkey, let nobody in', async () => {
  const victim = await createVictim(database.db);
  const { web, visitor, person } = victim;
  const authenticator = await addPasskeyOnWeb(visitor);
  const { recoveryCodes, showCode } = await setUpApp(victim);
  const waiting = await enterPassword(victim, web.visit());
  const asked = web.visit();
  const credential = await signChallenge(asked, authenticator, 'login');
  await deleteAccount(victim);
  for (const code of [recoveryCodes[0] ?? '', showCode(1)]) {
    expect((await waiting.post('/login/factor', { code })).status).toBe(401);
  }
  expect((await asked.post('/login', { intent: 'passkey', credential })).status).toBe(401);
  expect((await asked.post('/login', person)).status).toBe(401);
  for (const browser of [waiting, asked]) expect(browser.cookie).toBeNull();
  await expect(logInPlayerForApi({ ...web.ctx, actor: null }, null, person)).rejects.toMatchObject({
    code: 'wrong-credentials',
  });
});

test('an identity, and a link of one that is under way, lead to no account', async () => {
  const victim = await site.createSignOnVictim();
  const { visitor, web } = victim;
  const link = { purpose: 'link', next: '/settings/security/sign-on' };
  const identity = createPerson(site.server).person;
  await signOnOnWeb(site.server, visitor, identity, link);
  const copy = copyBrowser(victim, visitor);
  const begun = await visitProvider(site.server, copy, createPerson(site.server).person, link);
  const login = web.visit();
  const answer = await visitProvider(site.server, login, identity);
  await deleteAccount(victim);
  expect((await copy.get(begun)).status).toBe(400);
  // The identity belongs to nobody, so it can create another account.
  expect((await login.get(answer)).headers.get('Location')).toBe('/login/sign-on/username');
  for (const browser of [copy, login]) {
    expect((await browser.get('/settings')).headers.get('Location')).toContain('/login');
  }
});
