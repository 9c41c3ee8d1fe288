import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signOnIdentities, users } from '#database/schema.ts';
import { type OpenIdServer, startOpenIdServer } from '../fakes/openid-server.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createClock } from '../fixtures/factories.ts';
import { createPerson, createSignOn, signOnOnWeb, visitProvider } from '../fixtures/sign-on.ts';
import { type Browser, copyBrowser, createVictim, isLoggedInAs } from '../fixtures/takeover.ts';

// A stranger has an identity at the provider of the site, and sees or changes what browsers send. The tests
// of `domain/accounts/sign-on` also change the nonce, the PKCE verifier and the redirect URI.

const database = useDatabase();
let server: OpenIdServer;

beforeAll(async () => {
  server = await startOpenIdServer();
});
afterAll(() => server.close());

const linkForm = { purpose: 'link', next: '/settings/security/sign-on' };

/** A victim whose account has an identity of the provider. */
async function createLinkedVictim() {
  const victim = await createVictim(database.db, {
    clock: createClock(new Date().toISOString()),
    accounts: { signOn: createSignOn(server) },
  });
  const identity = createPerson(server).person;
  await signOnOnWeb(server, victim.visitor, identity, linkForm);
  expect(await readSubjects(victim.person.username)).toEqual([identity.sub]);
  return { ...victim, identity };
}

/** The identities of an account, by their subjects. */
async function readSubjects(username: string): Promise<string[]> {
  const rows = await database.db
    .select({ subject: signOnIdentities.subject })
    .from(signOnIdentities)
    .innerJoin(users, eq(users.id, signOnIdentities.userId))
    .where(eq(users.displayUsername, username));
  return rows.map(({ subject }) => subject);
}

/** Opens an answer of the provider, which must be refused. */
async function expectRefused(browser: Browser, path: string): Promise<void> {
  const before = browser.cookie;
  const { status } = await browser.get(path);
  expect([path, status >= 400]).toEqual([path, true]);
  expect(browser.cookie).toBe(before);
}

const change = (path: string, parameters: Record<string, string>) => {
  const url = new URL(path, 'http://localhost');
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.pathname + url.search;
};

describe('a stranger who has stolen the answer of the provider', () => {
  test('cannot use it in another browser, whole or its code alone', async () => {
    const victim = await createLinkedVictim();
    const { identity, web, person } = victim;
    const owner = web.visit();
    const stolen = await visitProvider(server, owner, identity);
    const code = new URL(stolen, 'http://localhost').searchParams.get('code') ?? '';
    expect(code).not.toBe('');
    await expectRefused(web.visit(), stolen);
    const stranger = web.visit();
    const own = await visitProvider(server, stranger, createPerson(server).person);
    await expectRefused(copyBrowser(victim, stranger), change(own, { code }));
    expect(await isLoggedInAs(stranger, person.username)).toBe(false);
  });

  test('cannot use it after the owner, nor at the same moment with the copied cookie', async () => {
    const victim = await createLinkedVictim();
    const { identity, web } = victim;
    const owner = web.visit();
    const stolen = await visitProvider(server, owner, identity);
    const browsers = Array.from({ length: 4 }, () => copyBrowser(victim, owner));
    await Promise.all(browsers.map((browser) => browser.get(stolen)));
    expect(browsers.filter(({ cookie }) => cookie !== null)).toHaveLength(1);
    await expectRefused(copyBrowser(victim, owner), stolen);
  });
});

test.each([
  ['state', { state: 'forged' }],
  ['issuer', { iss: 'https://evil.example' }],
  ['code', { code: 'forged' }],
])('an answer with a forged %s is refused', async (_, forged) => {
  const { identity, web } = await createLinkedVictim();
  const browser = web.visit();
  const path = await visitProvider(server, browser, identity);
  await expectRefused(browser, change(path, forged));
});

describe('a stranger who wants to add an own identity to the account', () => {
  test('cannot do it by a link that the victim opens, also with a planted cookie', async () => {
    const { visitor, person, identity, web, logIn } = await createLinkedVictim();
    const stranger = web.visit();
    const own = createPerson(server).person;
    const asLogin = await visitProvider(server, stranger, own);
    await expectRefused(visitor, asLogin);
    // The stranger is logged in to an own account, from which the link begins.
    await signOnOnWeb(server, stranger, own);
    const username = String(own.preferred_username);
    await stranger.post('/login/sign-on/username', { username });
    const second = createPerson(server).person;
    const asLink = await visitProvider(server, stranger, second, linkForm);
    const planted = await logIn();
    planted.plant(stranger.otherCookies);
    await expectRefused(planted, asLink);
    await expectRefused(visitor, asLink);
    expect(await readSubjects(person.username)).toEqual([identity.sub]);
  });

  test('gets neither into the account nor an identity into it by its email address', async () => {
    const { person, identity, web } = await createLinkedVictim();
    const stranger = web.visit();
    const same = createPerson(server, { email: person.email.toUpperCase() }).person;
    const { response } = await signOnOnWeb(server, stranger, same);
    expect(response.status).toBe(409);
    expect(stranger.cookie).toBeNull();
    // With an address that the provider has not verified, the site asks for one.
    const unverified = createPerson(server, { email: person.email, email_verified: false }).person;
    await signOnOnWeb(server, stranger, unverified);
    const username = String(unverified.preferred_username);
    await stranger.post('/login/sign-on/username', { username, email: person.email });
    expect(stranger.cookie).toBeNull();
    expect(await readSubjects(person.username)).toEqual([identity.sub]);
  });
});
