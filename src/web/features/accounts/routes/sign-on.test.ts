import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sessions, signOnIdentities, users } from '#database/schema.ts';
import type { SignOn } from '#domain/accounts/sign-on/sign-on-settings.ts';
import { type OpenIdServer, type Person, startOpenIdServer } from '#test/fakes/openid-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock } from '#test/fixtures/factories.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import {
  signOnOnWeb as comeBack,
  createPerson,
  createSignOn,
  pressSignOn,
} from '#test/fixtures/sign-on.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
let server: OpenIdServer;

beforeAll(async () => {
  server = await startOpenIdServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.mode = 'normal';
});

type Visitor = ReturnType<ReturnType<typeof createWeb>['visit']>;

function createSite(settings: Partial<SignOn> | null = {}) {
  const clock = createClock(new Date().toISOString());
  const signOn = settings && createSignOn(server, settings);
  return createWeb(database.db, { clock, accounts: { signOn } });
}

/** Presses the button, logs in as `person` and comes back. */
const signOnOnWeb = (visitor: Visitor, person: Person, fields?: Record<string, string>) =>
  comeBack(server, visitor, person, fields);

test('the button leads to the provider, to the choice of a username and back to the page', async () => {
  const visitor = createSite().visit();
  expect(await textOf(await visitor.get('/login?next=%2Flibrary'))).toContain(
    'Log in with Example ID',
  );
  const { person } = createPerson(server);
  const { response } = await signOnOnWeb(visitor, person, { purpose: 'login', next: '/library' });
  expect(response.headers.get('Location')).toBe('/login/sign-on/username');
  const page = await (await visitor.get('/login/sign-on/username')).text();
  expect(page).toContain(`value="${person.preferred_username}"`);
  expect(page).toContain(String(person.email));
  const reserved = await visitor.post('/login/sign-on/username', { username: 'admin' });
  expect(reserved.status).toBe(400);
  expect(await textOf(reserved)).toContain('This username is reserved.');
  const done = await visitor.post('/login/sign-on/username', {
    username: String(person.preferred_username),
  });
  expect(done.headers.get('Location')).toBe('/library');
  expect(visitor.cookie).not.toBeNull();
  expect((await visitor.get('/library')).status).toBe(200);
});

test('a later sign-on logs in and leads to own paths only', async () => {
  const site = createSite();
  const { person, signUp } = createPerson(server);
  await signUp(site.ctx);
  for (const [next, expected] of [
    ['/profile?tab=1', '/profile?tab=1'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
  ] as const) {
    const visitor = site.visit();
    const { response } = await signOnOnWeb(visitor, person, { purpose: 'login', next });
    expect(response.headers.get('Location')).toBe(expected);
    expect(visitor.cookie).not.toBeNull();
  }
});

test('an answer in another browser, used again or without a sign-on is a clear page', async () => {
  const site = createSite();
  const { person, signUp } = createPerson(server);
  await signUp(site.ctx);
  const visitor = site.visit();
  const { path } = await signOnOnWeb(visitor, person);
  for (const browser of [site.visit(), visitor]) {
    const before = browser.cookie;
    const response = await browser.get(path);
    expect(response.status).toBe(400);
    expect(await textOf(response)).toContain('This single sign-on has expired');
    expect(browser.cookie).toBe(before);
  }
});

test('a sign-on does not begin from another site, and needs no cookie of the visitors’ cache', async () => {
  const site = createSite();
  const visitor = site.visit();
  const foreign = await visitor.post(
    '/login/sign-on',
    { purpose: 'login' },
    { Origin: 'https://evil.example' },
  );
  expect(foreign.status).toBe(403);
  // Opened directly, the page has the button and begins nothing.
  const opened = await visitor.get('/login/sign-on');
  expect(opened.headers.getSetCookie()).toEqual([]);
  expect(await textOf(opened)).toContain('Log in with Example ID');
  // Two visitors get their own page each.
  const [one, other] = [site.visit(), site.visit()];
  const { person } = createPerson(server);
  await signOnOnWeb(one, person);
  const mine = await one.get('/login/sign-on/username');
  expect(mine.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await mine.text()).toContain(String(person.email));
  const others = await textOf(await other.get('/login/sign-on/username'));
  expect(others).not.toContain(String(person.email));
  expect(others).toContain('This single sign-on has expired.');
});

test('a provider that is down breaks neither the login page nor the login by password', async () => {
  server.mode = 'error';
  const visitor = createSite().visit();
  expect((await visitor.get('/login')).status).toBe(200);
  const { response, html } = await pressSignOn(visitor);
  expect(response.status).toBe(503);
  expect(html).toContain('The single sign-on provider does not answer.');
  const person = generateRegistration();
  await visitor.post('/register', person);
  await visitor.post('/login', { username: person.username, password: person.password });
  expect(visitor.cookie).not.toBeNull();
});

test('a site without single sign-on has neither button nor pages', async () => {
  const visitor = createSite(null).visit();
  expect(await (await visitor.get('/login')).text()).not.toContain('/login/sign-on');
  for (const path of ['/login/sign-on', '/login/sign-on/username']) {
    expect((await visitor.get(path)).status).toBe(404);
  }
  expect((await visitor.get('/login/sign-on/callback?code=x&state=y')).status).toBe(404);
  expect((await visitor.post('/login/sign-on', { purpose: 'login' })).status).toBe(404);
});

test('with sign-up off, the button is on the login page only and a new identity gets a sentence', async () => {
  const visitor = createSite({ allowsSignUp: false }).visit();
  expect(await (await visitor.get('/register')).text()).not.toContain('/login/sign-on');
  const { response } = await signOnOnWeb(visitor, createPerson(server).person);
  expect(response.status).toBe(403);
  expect(await textOf(response)).toContain('single sign-on creates no new accounts');
});

test('the settings add and remove an identity', async () => {
  const site = createSite();
  const visitor = site.visit();
  const account = generateRegistration();
  await visitor.post('/register', account);
  await visitor.post('/login', { username: account.username, password: account.password });
  expect(await textOf(await visitor.get('/settings/security'))).toContain('Single sign-on');
  const path = '/settings/security/sign-on';
  const { person } = createPerson(server);
  const { response } = await signOnOnWeb(visitor, person, { purpose: 'link', next: path });
  expect(response.headers.get('Location')).toBe(path);
  expect(await textOf(await visitor.get(path))).toContain(String(person.email));
  const [identity] = await database.db
    .select()
    .from(signOnIdentities)
    .where(eq(signOnIdentities.subject, person.sub));
  const asked = await textOf(await visitor.get(`${path}?remove=${identity?.id}`));
  expect(asked).toContain('Remove this identity?');
  const removed = await visitor.post(path, { identity: identity?.id ?? '' });
  expect(removed.headers.get('Location')).toBe(path);
  expect(await textOf(await visitor.get(path))).toContain('Your account has no identity yet.');
});

test('an account without a password proves itself by the provider, and is told how to link', async () => {
  const site = createSite();
  const visitor = site.visit();
  const { person } = createPerson(server);
  await signOnOnWeb(visitor, person);
  await visitor.post('/login/sign-on/username', { username: String(person.preferred_username) });
  const [user] = await database.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, String(person.email)));
  const ofUser = eq(sessions.userId, user?.id ?? '');
  await database.db.update(sessions).set({ provenAt: null }).where(ofUser);
  const next = '/settings/account/password';
  const proofPath = `/settings/proof?next=${encodeURIComponent(next)}`;
  expect((await visitor.get(next)).headers.get('Location')).toBe(proofPath);
  const text = await textOf(await visitor.get(proofPath));
  expect(text).toContain('Log in by single sign-on again');
  expect(text).not.toContain('Your account has no password.');
  // To add another identity, a proof is missing too.
  const { html } = await pressSignOn(visitor, {
    purpose: 'link',
    next: '/settings/security/sign-on',
  });
  expect(html).toContain('/settings/proof?next=%2Fsettings%2Fsecurity%2Fsign-on');
  const { response } = await signOnOnWeb(visitor, person, { purpose: 'proof', next });
  expect(response.headers.get('Location')).toBe(next);
  expect((await visitor.get(next)).status).toBe(200);
});
