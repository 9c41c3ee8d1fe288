import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { loginIds, users } from '#database/schema.ts';
import { suspendAccount } from '#domain/lifecycle/suspend-account.ts';
import { apiSessionConstants } from '#shared/constants/accounts.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { newcomer } from '#test/fixtures/new-account.ts';
import { sendRequestedMails } from '../emails/send-requested-emails.ts';
import { requestPasswordReset } from '../passwords/request-password-reset.ts';
import { resetPassword } from '../passwords/reset-password.ts';
import { register } from '../registration/register.ts';
import { listValidSessions } from '../sessions/list-valid-sessions.ts';
import { logIn } from '../sessions/log-in.ts';
import { purgeExpired } from '../sessions/purge-expired.ts';
import type { ApiSession } from './api-caller.ts';
import { logInByFunction } from './log-in-by-function.ts';
import { logInGuestByFunction } from './log-in-guest-by-function.ts';
import { logOutLoginId } from './log-out-login-id.ts';
import { readApiCaller } from './read-api-caller.ts';
import { readLoginId } from './read-login-id.ts';

const database = useDatabase();
type TestCtx = ReturnType<typeof createTestCtx>;

function anonymous(): ApiSession {
  return {
    appUserId: randomUUID().replaceAll('-', '').slice(0, 24),
    sessionId: randomUUID(),
    deviceId: '0123456789abcdef01234567',
    anonymous: true,
  };
}

async function registered(ctx: TestCtx) {
  const person = newcomer();
  await register(ctx, person);
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, person.username.toLowerCase()));
  return { ...person, id: user?.id ?? '' };
}

/** A player who has logged in by the function in a session of its own. */
async function loggedIn(ctx: TestCtx) {
  const person = await registered(ctx);
  const session = anonymous();
  const { loginId } = await logInByFunction(ctx, await readApiCaller(ctx, session), person);
  return { person, session, loginId };
}

describe('a loginId', () => {
  test('proves its player and binds it to the session it was asked for in', async () => {
    const ctx = createTestCtx(database.db);
    const { person, session, loginId } = await loggedIn(ctx);
    const actor = await readLoginId(ctx, loginId);
    expect(actor).toMatchObject({ username: person.username, role: 'player', balance: 0 });
    const caller = await readApiCaller(ctx, session);
    expect(caller).toMatchObject({ accountId: null, actor });
    expect(await listValidSessions(ctx.db, [actor?.sessionId ?? ''], ctx.clock.now())).toEqual(
      new Set([actor?.sessionId]),
    );
    expect(await readApiCaller(ctx, anonymous())).toMatchObject({ actor: null });
  });

  test('is not in the database in a form that could be used, and is no web session', async () => {
    const ctx = createTestCtx(database.db);
    const { loginId } = await loggedIn(ctx);
    const { rows } = await ctx.db.execute(sql`select l::text as row from login_ids l`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => String(row).includes(loginId))).toEqual([]);
    const { rows: web } = await ctx.db.execute(sql`select count(*)::int as n from sessions`);
    expect(web[0]?.n).toBe(0);
  });

  test('ends with its log-out, which its player alone can ask for', async () => {
    const ctx = createTestCtx(database.db);
    const { person, session, loginId } = await loggedIn(ctx);
    const other = await registered(ctx);
    await expect(logOutLoginId(ctx, { username: other.username, loginId })).rejects.toMatchObject({
      code: 'login-required',
    });
    expect(await readLoginId(ctx, loginId)).not.toBeNull();
    await logOutLoginId(ctx, { username: person.username, loginId });
    expect(await readLoginId(ctx, loginId)).toBeNull();
    expect(await readApiCaller(ctx, session)).toMatchObject({ actor: null });
  });

  test.each([['x'], [''], ['\0'], ["' or 1=1"], ['a'.repeat(100_000)]])(
    'that is made up proves nobody: %.20j',
    async (loginId) => {
      const ctx = createTestCtx(database.db);
      expect(await readLoginId(ctx, loginId)).toBeNull();
    },
  );

  test('lives for 30 days, whether it is used or not', async () => {
    const ctx = createTestCtx(database.db);
    const { person, session, loginId } = await loggedIn(ctx);
    ctx.testClock.advance(apiSessionConstants.loginIdMs - 1);
    expect(await readLoginId(ctx, loginId)).not.toBeNull();
    ctx.testClock.advance(1);
    expect(await readLoginId(ctx, loginId)).toBeNull();
    expect(await readApiCaller(ctx, session)).toMatchObject({ actor: null });
    ctx.testClock.advance(1);
    await purgeExpired(ctx);
    expect(await ctx.db.$count(loginIds, eq(loginIds.accountId, person.id))).toBe(0);
    expect(await readApiCaller(ctx, session)).toMatchObject({ actor: null });
  });

  test('ends with a suspension, and the reason is told to who logs in anew', async () => {
    const ctx = createTestCtx(database.db);
    const { person, session, loginId } = await loggedIn(ctx);
    const moderator = await createPlayer(ctx.db, { role: 'moderator' });
    const { username } = person;
    await suspendAccount({ ...ctx, actor: moderator }, { username, reason: 'spam', days: 1 });
    expect(await readLoginId(ctx, loginId)).toBeNull();
    expect(await readApiCaller(ctx, session)).toMatchObject({ actor: null });
    const again = logInByFunction(ctx, await readApiCaller(ctx, session), person);
    await expect(again).rejects.toThrow('Reason: spam');
    expect(await ctx.db.$count(loginIds, eq(loginIds.accountId, person.id))).toBe(0);
  });

  test('ends with a password that was forgotten', async () => {
    const ctx = createTestCtx(database.db);
    const { person, loginId } = await loggedIn(ctx);
    await requestPasswordReset(ctx, person);
    await sendRequestedMails(ctx);
    const token = /token=([\w-]+)/.exec(ctx.mails.at(-1)?.text ?? '')?.[1] ?? '';
    await resetPassword(ctx, { token, password: 'another one entirely' });
    expect(await readLoginId(ctx, loginId)).toBeNull();
  });

  test('of more than fifty of an account the oldest end', async () => {
    const ctx = createTestCtx(database.db);
    const { person, loginId } = await loggedIn(ctx);
    for (let made = 1; made < apiSessionConstants.perAccount; made += 1)
      await logInByFunction(ctx, null, person);
    expect(await readLoginId(ctx, loginId)).not.toBeNull();
    const newest = await logInByFunction(ctx, null, person);
    expect(await readLoginId(ctx, loginId)).toBeNull();
    expect(await readLoginId(ctx, newest.loginId)).not.toBeNull();
  });
});

describe('the function loginUser', () => {
  test('answers an unknown name and a wrong password alike', async () => {
    const ctx = createTestCtx(database.db);
    const person = await registered(ctx);
    for (const input of [
      { username: person.username, password: 'wrong' },
      { username: 'nobody', password: person.password },
      { username: 'n\0body', password: person.password },
      { username: 'x'.repeat(1_000), password: person.password },
    ]) {
      await expect(logInByFunction(ctx, null, input)).rejects.toMatchObject({
        code: 'wrong-credentials',
      });
    }
  });

  test('of players who log in within one session the last one acts, the others keep theirs', async () => {
    const ctx = createTestCtx(database.db);
    const { session, loginId } = await loggedIn(ctx);
    const other = await registered(ctx);
    const second = await logInByFunction(ctx, await readApiCaller(ctx, session), other);
    expect((await readApiCaller(ctx, session))?.actor?.username).toBe(other.username);
    expect(await readLoginId(ctx, loginId)).not.toBeNull();
    await logOutLoginId(ctx, { username: other.username, loginId: second.loginId });
    expect(await readApiCaller(ctx, session)).toMatchObject({ actor: null });
  });

  test('leaves the web session of the same player alone', async () => {
    const ctx = createTestCtx(database.db);
    const { person, loginId } = await loggedIn(ctx);
    await logIn(ctx, person);
    expect(await readLoginId(ctx, loginId)).not.toBeNull();
  });

  test('makes a guest, but not of somebody', async () => {
    const ctx = createTestCtx(database.db);
    const session = anonymous();
    const made = await logInGuestByFunction(ctx, await readApiCaller(ctx, session));
    expect(made.username).toMatch(/^Guest-\w{6}$/);
    const caller = await readApiCaller(ctx, session);
    expect(caller?.actor).toMatchObject({ username: made.username, role: 'guest' });
    await expect(logInGuestByFunction(ctx, caller)).rejects.toMatchObject({
      code: 'already-registered',
    });
  });
});
