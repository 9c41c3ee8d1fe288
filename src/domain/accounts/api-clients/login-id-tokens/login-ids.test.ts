import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { loginIds, sessions, users } from '#database/schema.ts';
import { sendRequestedEmails } from '#domain/accounts/emails/send-requested-emails.ts';
import { requestPasswordReset } from '#domain/accounts/passwords/request-password-reset.ts';
import { resetPassword } from '#domain/accounts/passwords/reset-password.ts';
import { register } from '#domain/accounts/registration/register.ts';
import { listValidSessions } from '#domain/accounts/sessions/list-valid-sessions.ts';
import { logIn } from '#domain/accounts/sessions/log-in.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { deleteOldRows } from '../../../retention/delete-old-rows.ts';
import type { ApiSession } from '../sessions/api-caller.ts';
import { readApiCaller } from '../sessions/read-api-caller.ts';
import { endLoginId } from './end-login-id.ts';
import { logInGuestForApi } from './log-in-guest-for-api.ts';
import { logInPlayerForApi } from './log-in-player-for-api.ts';
import { readLoginId } from './read-login-id.ts';

const database = useDatabase();
type TestCtx = ReturnType<typeof createTestCtx>;

function createAnonymousSession(): ApiSession {
  return {
    apiUserId: randomUUID().replaceAll('-', '').slice(0, 24),
    sessionId: randomUUID(),
    deviceId: '0123456789abcdef01234567',
    anonymous: true,
  };
}

async function registerPlayer(ctx: TestCtx) {
  const person = generateRegistration();
  await register(ctx, person);
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, person.username.toLowerCase()));
  return { ...person, id: user?.id ?? '' };
}

/** Registers a player and logs it in by the function, in a new session. */
async function logInPlayer(ctx: TestCtx) {
  const person = await registerPlayer(ctx);
  const session = createAnonymousSession();
  const { loginId } = await logInPlayerForApi(ctx, await readApiCaller(ctx, session), person);
  return { person, session, loginId };
}

describe('a loginId', () => {
  test('identifies its player and binds the player to the session that requested it', async () => {
    const ctx = createTestCtx(database.db);
    const { person, session, loginId } = await logInPlayer(ctx);
    const actor = await readLoginId(ctx, loginId);
    expect(actor).toMatchObject({ username: person.username, role: 'player', balance: 0 });
    const caller = await readApiCaller(ctx, session);
    expect(caller).toMatchObject({ accountId: null, actor });
    expect(await listValidSessions(ctx.db, [actor?.sessionId ?? ''], ctx.clock.now())).toEqual(
      new Set([actor?.sessionId]),
    );
    expect(await readApiCaller(ctx, createAnonymousSession())).toMatchObject({ actor: null });
  });

  test('is not stored in a usable form and is not a web session', async () => {
    const ctx = createTestCtx(database.db);
    const { loginId } = await logInPlayer(ctx);
    const statement = sql`select l::text as row from login_ids l`;
    const rows = await queryRows<{ row: string }>(ctx.db, { row: text }, statement);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(loginId))).toEqual([]);
    expect(await ctx.db.$count(sessions)).toBe(0);
  });

  test('ends with a logout, which only its own player can request', async () => {
    const ctx = createTestCtx(database.db);
    const { person, session, loginId } = await logInPlayer(ctx);
    const other = await registerPlayer(ctx);
    await expect(endLoginId(ctx, { username: other.username, loginId })).rejects.toMatchObject({
      code: 'login-required',
    });
    expect(await readLoginId(ctx, loginId)).not.toBeNull();
    await endLoginId(ctx, { username: person.username, loginId });
    expect(await readLoginId(ctx, loginId)).toBeNull();
    expect(await readApiCaller(ctx, session)).toMatchObject({ actor: null });
  });

  test.each([['x'], [''], ['\0'], ["' or 1=1"], ['a'.repeat(100_000)]])(
    'identifies nobody when it is invalid: %.20j',
    async (loginId) => {
      const ctx = createTestCtx(database.db);
      expect(await readLoginId(ctx, loginId)).toBeNull();
    },
  );

  test('is valid for 30 days, whether it is used or not', async () => {
    const ctx = createTestCtx(database.db);
    const { person, session, loginId } = await logInPlayer(ctx);
    ctx.testClock.advance(apiSessionConstants.loginIdMs - 1);
    expect(await readLoginId(ctx, loginId)).not.toBeNull();
    ctx.testClock.advance(1);
    expect(await readLoginId(ctx, loginId)).toBeNull();
    expect(await readApiCaller(ctx, session)).toMatchObject({ actor: null });
    ctx.testClock.advance(1);
    await deleteOldRows(ctx);
    expect(await ctx.db.$count(loginIds, eq(loginIds.accountId, person.id))).toBe(0);
    expect(await readApiCaller(ctx, session)).toMatchObject({ actor: null });
  });

  test('ends with a suspension, and the next login shows the reason', async () => {
    const ctx = createTestCtx(database.db);
    const { person, session, loginId } = await logInPlayer(ctx);
    const moderator = await createPlayer(ctx.db, { role: 'moderator' });
    const { username } = person;
    await suspendAccount({ ...ctx, actor: moderator }, { username, reason: 'spam', days: 1 });
    expect(await readLoginId(ctx, loginId)).toBeNull();
    expect(await readApiCaller(ctx, session)).toMatchObject({ actor: null });
    const nextLogin = logInPlayerForApi(ctx, await readApiCaller(ctx, session), person);
    await expect(nextLogin).rejects.toThrow('Reason: spam');
    expect(await ctx.db.$count(loginIds, eq(loginIds.accountId, person.id))).toBe(0);
  });

  test('ends when the password is reset', async () => {
    const ctx = createTestCtx(database.db);
    const { person, loginId } = await logInPlayer(ctx);
    await requestPasswordReset(ctx, person);
    await sendRequestedEmails(ctx);
    const token = /token=([\w-]+)/.exec(ctx.mails.at(-1)?.text ?? '')?.[1] ?? '';
    await resetPassword(ctx, { token, password: 'another one entirely' });
    expect(await readLoginId(ctx, loginId)).toBeNull();
  });

  test('ends when its account creates more than fifty, the oldest first', async () => {
    const ctx = createTestCtx(database.db);
    const { person, loginId } = await logInPlayer(ctx);
    for (let created = 1; created < apiSessionConstants.perAccount; created += 1)
      await logInPlayerForApi(ctx, null, person);
    expect(await readLoginId(ctx, loginId)).not.toBeNull();
    const newest = await logInPlayerForApi(ctx, null, person);
    expect(await readLoginId(ctx, loginId)).toBeNull();
    expect(await readLoginId(ctx, newest.loginId)).not.toBeNull();
  });
});

describe('the function loginUser', () => {
  test('gives the same error for an unknown name and a wrong password', async () => {
    const ctx = createTestCtx(database.db);
    const person = await registerPlayer(ctx);
    for (const input of [
      { username: person.username, password: 'wrong' },
      { username: 'nobody', password: person.password },
      { username: 'n\0body', password: person.password },
      { username: 'x'.repeat(1_000), password: person.password },
    ]) {
      await expect(logInPlayerForApi(ctx, null, input)).rejects.toMatchObject({
        code: 'wrong-credentials',
      });
    }
  });

  test('makes the last player of a session its actor, and earlier loginIds stay valid', async () => {
    const ctx = createTestCtx(database.db);
    const { session, loginId } = await logInPlayer(ctx);
    const other = await registerPlayer(ctx);
    const second = await logInPlayerForApi(ctx, await readApiCaller(ctx, session), other);
    expect((await readApiCaller(ctx, session))?.actor?.username).toBe(other.username);
    expect(await readLoginId(ctx, loginId)).not.toBeNull();
    await endLoginId(ctx, { username: other.username, loginId: second.loginId });
    expect(await readApiCaller(ctx, session)).toMatchObject({ actor: null });
  });

  test('keeps working when the same player logs in on the web', async () => {
    const ctx = createTestCtx(database.db);
    const { person, loginId } = await logInPlayer(ctx);
    await logIn(ctx, person);
    expect(await readLoginId(ctx, loginId)).not.toBeNull();
  });

  test('has a counterpart that creates a guest, but not for a session with an actor', async () => {
    const ctx = createTestCtx(database.db);
    const session = createAnonymousSession();
    const created = await logInGuestForApi(ctx, await readApiCaller(ctx, session));
    expect(created.username).toMatch(/^Guest-\w{6}$/);
    const caller = await readApiCaller(ctx, session);
    expect(caller?.actor).toMatchObject({ username: created.username, role: 'guest' });
    await expect(logInGuestForApi(ctx, caller)).rejects.toMatchObject({
      code: 'already-registered',
    });
  });
});
