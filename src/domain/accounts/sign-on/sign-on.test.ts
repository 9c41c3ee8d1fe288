import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moderationLog, sessions, signOnIdentities, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { signOnConstants } from '#shared/constants/accounts/sign-on.ts';
import { type OpenIdServer, startOpenIdServer } from '#test/fakes/openid-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { actAs, registerPlayer } from '#test/fixtures/registered-player.ts';
import { createPerson, createSignOn, createSignOnCtx, withCookie } from '#test/fixtures/sign-on.ts';
import { cookieValueOf } from '#test/fixtures/two-factor.ts';
import { createGuest } from '../registration/create-guest.ts';
import { completeSignOn } from './complete-sign-on.ts';
import { registerWithSignOn } from './register-with-sign-on.ts';
import { setSignOnCookie } from './sign-on-cookie.ts';

const database = useDatabase();
let server: OpenIdServer;
let visitor: ReturnType<typeof createSignOnCtx>;

beforeAll(async () => {
  server = await startOpenIdServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.mode = 'normal';
  visitor = createSignOnCtx(database.db, createSignOn(server));
});

const identitiesOf = (userId: string) =>
  database.db.select().from(signOnIdentities).where(eq(signOnIdentities.userId, userId));
const roleOf = async (userId: string) =>
  (await database.db.select().from(users).where(eq(users.id, userId)))[0]?.role;

/** What a cookie of single sign-on contains. */
function contentOf(setCookie: string): Record<string, unknown> {
  const [text = ''] = cookieValueOf(setCookie).split('.');
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

describe('signing on', () => {
  test('creates an account for a new identity and later logs in to it', async () => {
    const { person, signUp, signOn } = createPerson(server);
    const { actor } = await signUp(visitor);
    expect(actor).toMatchObject({ username: person.preferred_username, role: 'player' });
    const [user] = await database.db.select().from(users).where(eq(users.id, actor.id));
    expect(user).toMatchObject({ email: person.email, emailVerified: true });
    expect(await identitiesOf(actor.id)).toMatchObject([
      { issuer: `${server.issuer}/`, subject: person.sub, lastUsedAt: null },
    ]);
    const again = await signOn(visitor, { next: '/profile' });
    expect(again).toMatchObject({ outcome: 'done', next: '/profile' });
    const session = await actAs(visitor, again.cookies[0] ?? '');
    expect(session.actor.id).toBe(actor.id);
    expect(session.actor.sessionId).not.toBe(actor.sessionId);
    expect((await identitiesOf(actor.id))[0]?.lastUsedAt).not.toBeNull();
  });

  test('ends the session that the request came with', async () => {
    const { signUp, signOn } = createPerson(server);
    const first = await signUp(visitor);
    const { cookies } = await signOn(first);
    const second = await actAs(visitor, cookies[0] ?? '');
    const own = await database.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, first.actor.id));
    expect(own).toEqual([{ id: second.actor.sessionId }]);
  });

  test('makes a guest a player who keeps everything', async () => {
    const guest = await actAs(visitor, await createGuest(visitor));
    const { signUp } = createPerson(server);
    const { actor } = await signUp(guest);
    expect(actor).toMatchObject({ id: guest.actor.id, role: 'player' });
  });

  test('asks for an email address that the provider has not verified, and confirms it by mail', async () => {
    const { signOn, signUp } = createPerson(server, { email_verified: false });
    const { cookies } = await signOn(visitor);
    const pending = withCookie(visitor, 'sign-up', cookies[0]);
    await expect(registerWithSignOn(pending, { username: 'no-email-here' })).rejects.toMatchObject({
      code: 'bad-input',
      details: { fields: { email: 'Enter an email address.' } },
    });
    const mailing = { ...visitor.accounts.mailer, canDeliver: true };
    const withMail: Ctx = { ...pending, accounts: { ...pending.accounts, mailer: mailing } };
    const email = 'somebody@elsewhere.example';
    const done = await registerWithSignOn(withMail, { username: 'typed-email', email });
    expect(done.isLoggedIn).toBe(false);
    const [user] = await database.db.select().from(users).where(eq(users.email, email));
    expect(user).toMatchObject({ username: 'typed-email', emailVerified: false });
    expect((await signOn(visitor)).outcome).toBe('done');
    await expect(signUp(visitor)).rejects.toMatchObject({ code: 'sign-on-expired' });
  });

  test('never links by email, neither the provider’s nor a typed one', async () => {
    const { person: owner, ctx: own } = await registerPlayer(database.db);
    const verified = createPerson(server, { email: owner.email.toUpperCase() });
    await expect(verified.signOn(visitor)).rejects.toMatchObject({ code: 'sign-on-email-taken' });
    const typed = createPerson(server, { email_verified: false });
    await expect(typed.signUp(visitor, { email: owner.email })).rejects.toMatchObject({
      code: 'email-taken',
    });
    expect(await identitiesOf(own.actor.id)).toEqual([]);
  });

  test('with mail, a typed email that is taken gets the usual answer and no session', async () => {
    const { person: owner, ctx: own } = await registerPlayer(database.db);
    const mailing = { ...visitor.accounts.mailer, canDeliver: true };
    const ctx = { ...visitor, accounts: { ...visitor.accounts, mailer: mailing } };
    const { signOn, person } = createPerson(server, { email_verified: false });
    const { cookies } = await signOn(ctx);
    const pending = withCookie(ctx, 'sign-up', cookies[0]);
    const input = { username: String(person.preferred_username), email: owner.email };
    expect(await registerWithSignOn(pending, input)).toMatchObject({ isLoggedIn: false });
    expect(await identitiesOf(own.actor.id)).toEqual([]);
    expect(await database.db.$count(users, eq(users.username, input.username))).toBe(0);
  });

  test('creates no account where sign-up is off, also not with an earlier cookie', async () => {
    const { signOn, person } = createPerson(server);
    const { cookies } = await signOn(visitor);
    const closed = createSignOnCtx(database.db, createSignOn(server, { allowsSignUp: false }));
    await expect(signOn(closed)).rejects.toMatchObject({ code: 'sign-on-closed' });
    const pending = withCookie(closed, 'sign-up', cookies[0]);
    const input = { username: String(person.preferred_username) };
    await expect(registerWithSignOn(pending, input)).rejects.toMatchObject({
      code: 'sign-on-closed',
    });
  });

  test('two sign-ups of one identity at the same time create one account', async () => {
    const { signOn, person } = createPerson(server, { email_verified: false });
    const { cookies } = await signOn(visitor);
    const pending = withCookie(visitor, 'sign-up', cookies[0]);
    const attempts = [1, 2, 3].map((number) =>
      registerWithSignOn(pending, {
        username: `${person.preferred_username}-${number}`,
        email: `${person.preferred_username}-${number}@id.example`,
      }),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason.code).toBe('sign-on-linked');
    }
  });

  test('refuses a suspended account and one that another issuer’s subject would reach', async () => {
    const { signUp, signOn, person } = createPerson(server);
    const { actor } = await signUp(visitor);
    const admin = await createPlayer(database.db, { role: 'admin' });
    await suspendAccount(
      { ...visitor, actor: admin },
      { username: actor.username, reason: 'spam', days: 1 },
    );
    await expect(signOn(visitor)).rejects.toMatchObject({ code: 'account-suspended' });
    await database.db
      .update(signOnIdentities)
      .set({ issuer: 'https://other.example/' })
      .where(eq(signOnIdentities.subject, person.sub));
    // The subject of another issuer is another person; here also with a taken email address.
    await expect(signOn(visitor)).rejects.toMatchObject({ code: 'sign-on-email-taken' });
  });

  test('suggests no username that the rules do not allow', async () => {
    const names = [
      ['Ada.Lovelace@id.example', 'Ada-Lovelace'],
      ['_é w', 'e-w'],
      ['x', ''],
      ['a'.repeat(40), 'a'.repeat(20)],
      ['日本語', ''],
    ];
    for (const [given, suggested] of names) {
      const { signOn } = createPerson(server, { preferred_username: given });
      const { cookies } = await signOn(visitor);
      expect(contentOf(cookies[0] ?? '').username).toBe(suggested);
    }
  });
});

describe('an answer is refused', () => {
  test('with a forged state, from another browser, and when it is used again', async () => {
    const { goToProvider } = createPerson(server);
    const { returned, back } = await goToProvider(visitor);
    const forged = new URLSearchParams(back.search);
    forged.set('state', 'forged');
    const expired = { code: 'sign-on-expired' };
    await expect(completeSignOn(returned, forged.toString())).rejects.toMatchObject(expired);
    // A stolen answer, in a browser that began nothing, or something else.
    await expect(completeSignOn(visitor, back.search)).rejects.toMatchObject(expired);
    const other = await createPerson(server).goToProvider(visitor);
    await expect(completeSignOn(other.returned, back.search)).rejects.toMatchObject(expired);
    expect(await completeSignOn(returned, back.search)).toMatchObject({ outcome: 'sign-up' });
    await expect(completeSignOn(returned, back.search)).rejects.toMatchObject(expired);
  });

  test('when an attacker’s code is put into the victim’s sign-on', async () => {
    const attacker = await createPerson(server).goToProvider(visitor);
    const victim = await createPerson(server).goToProvider(visitor);
    const search = new URLSearchParams(victim.back.search);
    search.set('code', attacker.back.searchParams.get('code') ?? '');
    await expect(completeSignOn(victim.returned, search.toString())).rejects.toMatchObject({
      code: 'sign-on-failed',
    });
  });

  test.each([
    ['nonce', { nonce: 'forged' }, {}],
    ['PKCE verifier', { codeVerifier: 'x'.repeat(43) }, {}],
    ['issuer', {}, { iss: 'https://evil.example' }],
    ['missing issuer', {}, { iss: null }],
    ['code', {}, { code: 'forged' }],
  ])('with another %s', async (_name, content, parameters: Record<string, string | null>) => {
    const { goToProvider } = createPerson(server);
    const { cookie, back } = await goToProvider(visitor);
    const changed = setSignOnCookie(visitor, 'sign-on', { ...contentOf(cookie), ...content });
    const search = new URLSearchParams(back.search);
    for (const [key, value] of Object.entries(parameters)) {
      if (value === null) search.delete(key);
      else search.set(key, value);
    }
    const returned = withCookie(visitor, 'sign-on', changed);
    await expect(completeSignOn(returned, search.toString())).rejects.toMatchObject({
      code: 'sign-on-failed',
    });
  });

  test('after ten minutes, and with a changed cookie', async () => {
    const { goToProvider } = createPerson(server);
    const { returned, back, cookie } = await goToProvider(visitor);
    const value = cookieValueOf(cookie);
    const [, signature = ''] = value.split('.');
    const text = Buffer.from(JSON.stringify({ ...contentOf(cookie), next: '/x' }));
    const changed = `c=${text.toString('base64url')}.${signature}`;
    const expired = { code: 'sign-on-expired' };
    await expect(
      completeSignOn(withCookie(visitor, 'sign-on', changed), back.search),
    ).rejects.toMatchObject(expired);
    visitor.testClock.advance(signOnConstants.lifetimeMs);
    await expect(completeSignOn(returned, back.search)).rejects.toMatchObject(expired);
  });

  test('at another redirect URI: it comes from the configured origin, not from the request', async () => {
    const { goToProvider } = createPerson(server);
    const request = { ...visitor.request, origin: 'https://evil.example' };
    const { url, returned, back } = await goToProvider({ ...visitor, request });
    const own = `${visitor.site.origin}${signOnConstants.callbackPath}`;
    expect(url.searchParams.get('redirect_uri')).toBe(own);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    const site = { ...visitor.site, origin: 'https://evil.example' };
    await expect(completeSignOn({ ...returned, site }, back.search)).rejects.toMatchObject({
      code: 'sign-on-failed',
    });
    await expect(goToProvider({ ...visitor, site })).rejects.toThrow('redirect_uri');
  });

  test('with the provider’s error', async () => {
    const { goToProvider, browser } = createPerson(server);
    const { url, cookie } = await goToProvider(visitor);
    server.person = null;
    url.searchParams.set('prompt', 'login');
    const back = await browser.open(url.href);
    expect(back.searchParams.get('error')).toBe('access_denied');
    await expect(
      completeSignOn(withCookie(visitor, 'sign-on', cookie), back.search),
    ).rejects.toMatchObject({ code: 'sign-on-cancelled' });
  });
});

describe('the role claim', () => {
  const roleClaim = { name: 'realm_access.roles', moderator: ['mods'], admin: ['admins', 'root'] };

  test('gives and takes the role at each login, and every change is logged', async () => {
    visitor = createSignOnCtx(database.db, createSignOn(server, { roleClaim }));
    const { person, signUp, signOn } = createPerson(server, {
      realm_access: { roles: ['players', 'mods'] },
    });
    const { actor } = await signUp(visitor);
    expect(await roleOf(actor.id)).toBe('moderator');
    const roles = [];
    for (const given of [['root', 'mods'], ['mods'], 'admins', [], ['other'], undefined]) {
      person.realm_access = given && { roles: given };
      await signOn(visitor);
      roles.push(await roleOf(actor.id));
    }
    expect(roles).toEqual(['admin', 'moderator', 'admin', 'player', 'player', 'player']);
    const log = await database.db
      .select()
      .from(moderationLog)
      .where(eq(moderationLog.targetId, actor.id));
    expect(log.map(({ act, moderatorId, details }) => ({ act, moderatorId, ...details }))).toEqual(
      [
        ['player', 'moderator'],
        ['moderator', 'admin'],
        ['admin', 'moderator'],
        ['moderator', 'admin'],
        ['admin', 'player'],
      ].map(([from, to]) => ({ act: 'give-role', moderatorId: null, from, to })),
    );
  });

  test('is ignored without the setting, and does not touch accounts without an identity', async () => {
    const { person, signUp, signOn } = createPerson(server, { realm_access: { roles: ['root'] } });
    const { actor } = await signUp(visitor);
    expect(await roleOf(actor.id)).toBe('player');
    await database.db.update(users).set({ role: 'admin' }).where(eq(users.id, actor.id));
    person.realm_access = undefined;
    await signOn(visitor);
    expect(await roleOf(actor.id)).toBe('admin');
  });
});

describe('a provider that does not work', () => {
  test.each(['error', 'endless', 'silent'] as const)(
    'and answers as in %s gives a clear error',
    async (mode) => {
      const { goToProvider } = createPerson(server);
      const { returned, back } = await goToProvider(visitor);
      const impatient = createSignOn(server, {}, { requestMs: 1_000 });
      const fresh = createSignOnCtx(database.db, impatient);
      server.mode = mode;
      const unavailable = { code: 'sign-on-unavailable' };
      await expect(goToProvider(fresh)).rejects.toMatchObject(unavailable);
      // It is not asked again at once.
      const asked = server.requests.length;
      await expect(goToProvider(fresh)).rejects.toMatchObject(unavailable);
      expect(server.requests).toHaveLength(asked);
      if (mode !== 'silent') {
        await expect(completeSignOn(returned, back.search)).rejects.toMatchObject(unavailable);
      }
    },
  );

  test('is not asked before the first use, and then once for many', async () => {
    const before = server.requests.length;
    const ctx = createSignOnCtx(database.db, createSignOn(server));
    expect(server.requests).toHaveLength(before);
    await Promise.all([1, 2, 3].map(() => createPerson(server).goToProvider(ctx)));
    const discoveries = server.requests
      .slice(before)
      .filter((path) => path === '/.well-known/openid-configuration');
    expect(discoveries).toHaveLength(1);
  });
});
