import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts, apiKeys, apiSessions, loginIds, sessions } from '#database/schema.ts';
import type { DomainEvent } from '#domain/events.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { actAs, registerPlayer } from '#test/fixtures/registered-player.ts';
import { createEmailLinkToken } from '../emails/email-link.ts';
import { logIn } from '../sessions/log-in.ts';
import { startSession } from '../sessions/start-session.ts';
import { changePassword } from './change-password.ts';
import { resetPassword } from './reset-password.ts';

const database = useDatabase();
const password = 'battery staple';

test('a new password ends all sessions, loginIds and API sessions, and gives the browser a new one', async () => {
  const published: DomainEvent[] = [];
  const player = await registerPlayer(database.db, {
    events: { publish: (event) => void published.push(event) },
  });
  const { ctx, person } = player;
  const { id: accountId } = ctx.actor;
  await player.logInAgain();
  const [at, expiresAt] = [ctx.clock.now(), new Date(ctx.clock.now().getTime() + 60_000)];
  await ctx.db.insert(loginIds).values({ hash: 'h1', accountId, createdAt: at, expiresAt });
  await ctx.db
    .insert(apiKeys)
    .values({ id: 'k1', hash: 'h2', accountId, name: 'key', createdAt: at });
  await ctx.db.insert(apiSessions).values({
    id: '0195f000-0000-7000-8000-000000000001',
    apiUserId: 'a',
    accountId,
    createdAt: at,
    expiresAt,
  });
  const cookie = await changePassword(ctx, { currentPassword: person.password, password });
  const { sessionId } = (await actAs(ctx, cookie)).actor;
  const left = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, accountId));
  expect(left).toEqual([{ id: sessionId }]);
  expect(sessionId).not.toBe(ctx.actor.sessionId);
  expect(await ctx.db.$count(loginIds, eq(loginIds.accountId, accountId))).toBe(0);
  expect(await ctx.db.$count(apiSessions, eq(apiSessions.accountId, accountId))).toBe(0);
  // API keys stay; they are listed in the settings.
  expect(await ctx.db.$count(apiKeys, eq(apiKeys.accountId, accountId))).toBe(1);
  expect(published).toContainEqual({ type: 'account-ended', userId: accountId, except: null });
  await expect(logIn(ctx, person)).rejects.toMatchObject({ code: 'wrong-credentials' });
  await logIn(ctx, { ...person, password });
});

test('a new password needs the present one or a fresh proof', async () => {
  const { ctx, testClock, person } = await registerPlayer(database.db);
  testClock.advance(proofConstants.freshMs);
  await expect(changePassword(ctx, { password })).rejects.toMatchObject({ code: 'proof-required' });
  await expect(
    changePassword(ctx, { currentPassword: 'wrong password', password }),
  ).rejects.toMatchObject({
    code: 'wrong-password',
    details: { fields: { currentPassword: 'This is not your password.' } },
  });
  await logIn(ctx, person);
});

test('wrong present passwords count as wrong logins do', async () => {
  const { ctx, person } = await registerPlayer(database.db);
  const limited = { ...ctx, rateLimiter: createRateLimiter() };
  for (let tries = 0; tries < 30; tries += 1) {
    await changePassword(limited, { currentPassword: `wrong ${tries}`, password }).catch(
      () => null,
    );
  }
  await expect(
    changePassword(limited, { currentPassword: person.password, password }),
  ).rejects.toMatchObject({ code: 'rate-limited' });
});

test('an account without a password sets its first one with a fresh proof', async () => {
  const visitor = createTestCtx(database.db);
  const player = await createPlayer(database.db);
  const ctx = await actAs(
    visitor,
    await startSession(visitor, player.id, { method: 'password', isProven: true }),
  );
  await expect(
    changePassword(ctx, { currentPassword: 'any password', password }),
  ).rejects.toMatchObject({ code: 'wrong-password' });
  await changePassword(ctx, { password });
  await logIn(visitor, { username: player.username, password });
});

test('of several new passwords at the same time one is set', async () => {
  const { ctx, person } = await registerPlayer(database.db);
  const tries = await Promise.allSettled(
    Array.from({ length: 4 }, (_, index) =>
      changePassword(ctx, { currentPassword: person.password, password: `${password} ${index}` }),
    ),
  );
  const winner = tries.findIndex(({ status }) => status === 'fulfilled');
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await logIn(ctx, { ...person, password: `${password} ${winner}` });
});

test('a login with the old password at the same time leaves no session', async () => {
  const { ctx, person, visitor } = await registerPlayer(database.db);
  for (let round = 0; round < 5; round += 1) {
    const [from, to] = [`${password} ${round}`, `${password} ${round + 1}`];
    if (round === 0) await changePassword(ctx, { password: from });
    const own = await actAs(visitor, (await logIn(visitor, { ...person, password: from })).cookie);
    const [changed, login] = await Promise.allSettled([
      changePassword(own, { currentPassword: from, password: to }),
      logIn(visitor, { ...person, password: from }),
    ]);
    expect(changed.status).toBe('fulfilled');
    if (login.status === 'fulfilled') {
      await expect(actAs(visitor, login.value.cookie)).rejects.toThrow('The session is not valid.');
    }
  }
});

test('a session that ends at the same time cannot change the password', async () => {
  const { ctx, person } = await registerPlayer(database.db);
  const token = await createEmailLinkToken(ctx.db, 'reset', ctx.actor.id, ctx.clock.now());
  const hasher = {
    ...ctx.accounts.hasher,
    async hash(text: string) {
      if (text !== 'of the attacker') return `hash:${text}`;
      await resetPassword(ctx, { token, password });
      return `hash:${text}`;
    },
  };
  const attacking = { ...ctx, accounts: { ...ctx.accounts, hasher } };
  await expect(changePassword(attacking, { password: 'of the attacker' })).rejects.toMatchObject({
    code: 'login-required',
  });
  await logIn(ctx, { ...person, password });
});

test('a new password ends reset links that were mailed before', async () => {
  const { ctx, person } = await registerPlayer(database.db);
  const token = await createEmailLinkToken(ctx.db, 'reset', ctx.actor.id, ctx.clock.now());
  await changePassword(ctx, { currentPassword: person.password, password });
  await expect(resetPassword(ctx, { token, password: 'taken over' })).rejects.toMatchObject({
    code: 'bad-link',
  });
  const stored = await ctx.db
    .select({ password: accounts.password })
    .from(accounts)
    .where(eq(accounts.userId, ctx.actor.id));
  expect(stored).toEqual([{ password: `hash:${password}` }]);
});
