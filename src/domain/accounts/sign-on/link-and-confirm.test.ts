import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts, sessions, signOnIdentities } from '#database/schema.ts';
import { deleteOwnAccount } from '#domain/account-deletion/delete-own-account.ts';
import type { Ctx } from '#domain/context.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { signOnConstants } from '#shared/constants/accounts/sign-on.ts';
import { type OpenIdServer, startOpenIdServer } from '#test/fakes/openid-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { actAs, registerPlayer } from '#test/fixtures/registered-player.ts';
import { createPerson, createSignOn, createSignOnCtx, withCookie } from '#test/fixtures/sign-on.ts';
import { cookieValueOf, registerWithTotp } from '#test/fixtures/two-factor.ts';
import { sendRequestedEmails } from '../emails/send-requested-emails.ts';
import { logInWithCode } from '../factors/log-in-with-code.ts';
import { changePassword } from '../passwords/change-password.ts';
import { requestPasswordReset } from '../passwords/request-password-reset.ts';
import { hasFreshProof } from '../sessions/fresh-proof.ts';
import { logIn } from '../sessions/log-in.ts';
import { beginSignOn } from './begin-sign-on.ts';
import { completeSignOn } from './complete-sign-on.ts';
import { listIdentities } from './identities.ts';
import { unlinkIdentity } from './link-identity.ts';

const database = useDatabase();
let server: OpenIdServer;
let visitor: ReturnType<typeof createSignOnCtx>;

beforeAll(async () => {
  server = await startOpenIdServer();
});
afterAll(() => server.close());
beforeEach(() => {
  visitor = createSignOnCtx(database.db, createSignOn(server));
});

/** A registered player with a password, and with the real time. */
const register = () =>
  registerPlayer(database.db, { clock: visitor.testClock, accounts: visitor.accounts });
const subjectsOf = async (userId: string) => {
  const rows = await database.db
    .select()
    .from(signOnIdentities)
    .where(eq(signOnIdentities.userId, userId));
  return rows.map(({ subject }) => subject);
};
/** Sends the mails that wait, and returns the subjects of those to an address. */
async function readMails(email: string): Promise<string[]> {
  await sendRequestedEmails(visitor);
  return visitor.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
}
/** As if the session had proved nothing. */
const endProof = ({ actor }: Ctx) =>
  database.db
    .update(sessions)
    .set({ provenAt: null })
    .where(eq(sessions.id, actor?.sessionId ?? ''));

/** Stands for the pending login of a sign-on. */
function withPendingLogin<C extends Ctx>(ctx: C, setCookie = ''): C {
  return { ...ctx, request: { ...ctx.request, pendingLogin: cookieValueOf(setCookie) } };
}

describe('linking', () => {
  test('adds the identity to the account that began it, which is told by mail', async () => {
    const { ctx, person: owner } = await register();
    const { person, signOn } = createPerson(server);
    expect(await signOn(ctx, { purpose: 'link', next: '/settings/security/sign-on' })).toEqual({
      outcome: 'done',
      cookies: [],
      next: '/settings/security/sign-on',
    });
    expect(await subjectsOf(ctx.actor.id)).toEqual([person.sub]);
    await signOn(ctx, { purpose: 'link' });
    expect(await subjectsOf(ctx.actor.id)).toHaveLength(1);
    expect(await readMails(owner.email)).toEqual([
      'Single sign-on was added to your Guildhall account',
    ]);
    const { cookies } = await signOn(visitor);
    expect((await actAs(visitor, cookies[0] ?? '')).actor.id).toBe(ctx.actor.id);
  });

  test('needs a login and a fresh proof, when it begins and when it ends', async () => {
    const { ctx } = await register();
    const { goToProvider } = createPerson(server);
    const link = { purpose: 'link' } as const;
    await expect(goToProvider(visitor, link)).rejects.toMatchObject({ code: 'login-required' });
    const { returned, back } = await goToProvider(ctx, link);
    await endProof(ctx);
    const needed = { code: 'proof-required' };
    await expect(goToProvider(ctx, link)).rejects.toMatchObject(needed);
    await expect(completeSignOn(returned, back.search)).rejects.toMatchObject(needed);
    expect(await subjectsOf(ctx.actor.id)).toEqual([]);
  });

  test('is refused in another session, also of the same account', async () => {
    const { ctx, logInAgain } = await register();
    const { goToProvider } = createPerson(server);
    const { cookie, back } = await goToProvider(ctx, { purpose: 'link' });
    const others = [visitor, await logInAgain(), (await register()).ctx];
    for (const other of others) {
      await expect(
        completeSignOn(withCookie(other, 'sign-on', cookie), back.search),
      ).rejects.toMatchObject({ code: 'sign-on-expired' });
    }
    expect(await subjectsOf(ctx.actor.id)).toEqual([]);
  });

  test('is refused for an identity of another account and beyond the limit', async () => {
    const taken = createPerson(server);
    await taken.signUp(visitor);
    const { ctx } = await register();
    const link = { purpose: 'link' } as const;
    await expect(taken.signOn(ctx, link)).rejects.toMatchObject({ code: 'sign-on-linked' });
    for (let number = 0; number < signOnConstants.perAccount; number += 1) {
      await createPerson(server).signOn(ctx, link);
    }
    await expect(createPerson(server).signOn(ctx, link)).rejects.toMatchObject({
      code: 'sign-on-limit',
    });
  });
});

describe('unlinking', () => {
  test('needs a fresh proof and ends logins by the identity', async () => {
    const { ctx, person: owner, logInAgain } = await register();
    const { signOn, goToProvider } = createPerson(server);
    await signOn(ctx, { purpose: 'link' });
    const [identity] = await listIdentities(database.db, ctx.actor.id);
    const id = identity?.id ?? '';
    const { returned, back } = await goToProvider(visitor);
    const stale = await logInAgain();
    await endProof(stale);
    await expect(unlinkIdentity(stale, { id })).rejects.toMatchObject({ code: 'proof-required' });
    const { ctx: stranger } = await register();
    await expect(unlinkIdentity(stranger, { id })).rejects.toMatchObject({ code: 'factor-gone' });
    await unlinkIdentity(ctx, { id });
    await expect(unlinkIdentity(ctx, { id })).rejects.toMatchObject({ code: 'factor-gone' });
    expect(await completeSignOn(returned, back.search)).toMatchObject({ outcome: 'sign-up' });
    expect(await readMails(owner.email)).toContain(
      'Single sign-on was removed from your Guildhall account',
    );
  });

  test('is refused for the last way to log in, until there is a password', async () => {
    const { signUp } = createPerson(server);
    const ctx = await signUp(visitor);
    const [identity] = await listIdentities(database.db, ctx.actor.id);
    const id = identity?.id ?? '';
    const last = { code: 'last-login' };
    await expect(unlinkIdentity(ctx, { id })).rejects.toMatchObject(last);
    // One of a provider that the site no longer uses is no way to log in.
    await database.db.insert(signOnIdentities).values({
      userId: ctx.actor.id,
      issuer: 'https://former.example/',
      subject: ctx.actor.id,
      name: 'former',
      createdAt: new Date(),
    });
    await expect(unlinkIdentity(ctx, { id })).rejects.toMatchObject(last);
    const password = 'a new password';
    const cookie = await changePassword(ctx, { password });
    await unlinkIdentity(await actAs(ctx, cookie), { id });
    expect(await logIn(visitor, { username: ctx.actor.username, password })).toMatchObject({
      factors: null,
    });
  });
});

describe('the proof of an account without a password', () => {
  const proof = { purpose: 'proof', next: '/settings/account/password' } as const;

  test('is a new login at the provider, and lets the player set a password', async () => {
    const { signUp, signOn, goToProvider } = createPerson(server);
    const ctx = await signUp(visitor);
    visitor.testClock.advance(proofConstants.freshMs);
    expect(await hasFreshProof(ctx)).toBe(false);
    const { url } = await goToProvider(ctx, proof);
    expect(url.searchParams.get('max_age')).toBe('0');
    // The provider's time is the real one.
    const now = createSignOnCtx(database.db, visitor.accounts.signOn);
    const again = { ...ctx, clock: now.clock };
    expect(await signOn(again, proof)).toMatchObject({ next: '/settings/account/password' });
    expect(await hasFreshProof(again)).toBe(true);
    await changePassword(again, { password: 'a first password' });
    expect(await database.db.$count(accounts, eq(accounts.userId, ctx.actor.id))).toBe(1);
  });

  test('is refused when the provider did not ask for the login again', async () => {
    const { signUp, browser } = createPerson(server);
    const ctx = await signUp(visitor);
    const { url, cookie } = await beginSignOn(ctx, proof);
    // The person at the browser changes the URL, so that the provider’s session is enough.
    const lenient = new URL(url);
    lenient.searchParams.delete('max_age');
    lenient.searchParams.delete('prompt');
    const back = await browser.open(lenient.href);
    await expect(
      completeSignOn(withCookie(ctx, 'sign-on', cookie), back.search),
    ).rejects.toMatchObject({ code: 'sign-on-not-recent' });
    // With a login that was long ago, which the provider reports.
    visitor.testClock.advance(signOnConstants.clockToleranceMs + 60_000);
    const later = await beginSignOn(ctx, proof);
    const old = new URL(later.url);
    old.searchParams.set('max_age', '1000');
    old.searchParams.delete('prompt');
    const answer = await browser.open(old.href);
    await expect(
      completeSignOn(withCookie(ctx, 'sign-on', later.cookie), answer.search),
    ).rejects.toMatchObject({ code: 'sign-on-not-recent' });
  });

  test('is refused with the identity of somebody else', async () => {
    const ctx = await createPerson(server).signUp(visitor);
    const other = createPerson(server);
    await other.signUp(visitor);
    for (const person of [other, createPerson(server)]) {
      await expect(person.signOn(ctx, proof)).rejects.toMatchObject({
        code: 'sign-on-other-identity',
      });
    }
  });

  test('a login by the provider’s session alone is no proof', async () => {
    const { signUp, browser } = createPerson(server);
    const ctx = await signUp(visitor);
    const { url, cookie } = await beginSignOn(visitor, { purpose: 'login', next: '/' });
    const back = await browser.open(url);
    const { cookies } = await completeSignOn(withCookie(visitor, 'sign-on', cookie), back.search);
    const session = await actAs(visitor, cookies[0] ?? '');
    expect(session.actor.id).toBe(ctx.actor.id);
    expect(await hasFreshProof(session)).toBe(false);
  });
});

describe('an account with an authenticator app', () => {
  const registerWithBoth = async () => {
    const player = await registerWithTotp(database.db, {
      clock: visitor.testClock,
      accounts: visitor.accounts,
    });
    const person = createPerson(server);
    await person.signOn(player.ctx, { purpose: 'link' });
    return { ...player, ...person };
  };

  test('is asked for a code after a sign-on too', async () => {
    const { ctx, signOn, showCode } = await registerWithBoth();
    const { outcome, cookies } = await signOn(visitor);
    expect(outcome).toMatchObject({ factors: { hasTotp: true } });
    const pending = withPendingLogin(visitor, cookies[0]);
    await expect(logInWithCode(pending, { code: '000000' })).rejects.toMatchObject({
      code: 'wrong-code',
    });
    const [session = ''] = await logInWithCode(pending, { code: showCode(1) });
    expect((await actAs(visitor, session)).actor.id).toBe(ctx.actor.id);
    await expect(logInWithCode(pending, { code: showCode(1) })).rejects.toMatchObject({
      code: 'wrong-code',
    });
  });

  test('cannot complete a login whose identity was removed in the meantime', async () => {
    const { ctx, signOn, showCode } = await registerWithBoth();
    const { cookies } = await signOn(visitor);
    const [identity] = await listIdentities(database.db, ctx.actor.id);
    await unlinkIdentity(ctx, { id: identity?.id ?? '' });
    const pending = withPendingLogin(visitor, cookies[0]);
    await expect(logInWithCode(pending, { code: showCode(1) })).rejects.toMatchObject({
      code: 'pending-login-expired',
    });
  });

  test('proves itself by sign-on only together with a code', async () => {
    const { ctx, signOn, showCode } = await registerWithBoth();
    const proof = { purpose: 'proof' } as const;
    await expect(signOn(ctx, proof)).rejects.toMatchObject({ code: 'wrong-code' });
    await expect(signOn(ctx, { ...proof, code: '000000' })).rejects.toMatchObject({
      code: 'wrong-code',
    });
    visitor.testClock.advance(factorConstants.periodSeconds * 1000);
    expect(await signOn(ctx, { ...proof, code: showCode(1) })).toMatchObject({ outcome: 'done' });
  });
});

test('a reset mail opens no second way into an account that the provider guards', async () => {
  const { person, signUp } = createPerson(server);
  const ctx = await signUp(visitor);
  const email = String(person.email);
  const reset = async (one: Ctx) => {
    await requestPasswordReset(one, { email });
    await sendRequestedEmails(one);
    const mail = visitor.mails.findLast(({ to }) => to === email);
    return { subject: mail?.subject, hasLink: mail?.text.includes('token=') };
  };
  expect(await reset(ctx)).toEqual({
    subject: 'Your Guildhall account has no password',
    hasLink: false,
  });
  // Without the provider nobody could log in any more.
  const off = { ...ctx, accounts: { ...ctx.accounts, signOn: null } };
  expect(await reset(off)).toMatchObject({ hasLink: true });
});

test('a deleted account loses its identity, and the identity can create another account', async () => {
  const { person, signUp, signOn } = createPerson(server);
  const ctx = await signUp(visitor);
  await deleteOwnAccount(ctx, { username: ctx.actor.username, removesTexts: false });
  expect(await database.db.$count(signOnIdentities, eq(signOnIdentities.subject, person.sub))).toBe(
    0,
  );
  expect(await signOn(visitor)).toMatchObject({ outcome: 'sign-up' });
});
