import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKeys, apiSessions, loginIds, sessions, users } from '#database/schema.ts';
import { deleteAccountOfApiCaller } from '#domain/account-deletion/delete-account-of-api-caller.ts';
import { sendRequestedEmails } from '#domain/accounts/emails/send-requested-emails.ts';
import { requestPasswordReset } from '#domain/accounts/passwords/request-password-reset.ts';
import { resetPassword } from '#domain/accounts/passwords/reset-password.ts';
import { register } from '#domain/accounts/registration/register.ts';
import { logIn } from '#domain/accounts/sessions/log-in.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { deleteApiKey, setApiKeyDisabled } from '../api-keys/change-api-key.ts';
import { createApiKey } from '../api-keys/create-api-key.ts';
import { listApiKeys } from '../api-keys/list-api-keys.ts';
import { linkApiUser } from '../api-users/link-api-user.ts';
import { logInPlayerForApi } from '../login-id-tokens/log-in-player-for-api.ts';
import { readApiCaller } from '../sessions/read-api-caller.ts';
import { startAnonymousSession } from '../sessions/start-anonymous-session.ts';
import { startApiSession } from '../sessions/start-api-session.ts';
import { verifyEmailCredentials } from './verify-email-credentials.ts';

const database = useDatabase();
type TestCtx = ReturnType<typeof createTestCtx>;
type Person = ReturnType<typeof generateRegistration>;
const deviceId = '0123456789abcdef01234567';

/** Registers a player who requested a reset link; `reset` uses the link. */
async function registerWithResetLink(ctx: TestCtx) {
  const person = generateRegistration();
  await register(ctx, person);
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, person.username.toLowerCase()));
  await requestPasswordReset(ctx, person);
  await sendRequestedEmails(ctx);
  const token = /token=([\w-]+)/.exec(ctx.mails.at(-1)?.text ?? '')?.[1] ?? '';
  const reset = () => resetPassword(ctx, { token, password: 'another one entirely' });
  return { person, id: user?.id ?? '', reset };
}

async function logInByEmail(ctx: TestCtx, { email, password }: Person) {
  const started = await startApiSession(
    ctx,
    await verifyEmailCredentials(ctx, { username: email, password }),
  );
  const caller = await readApiCaller(ctx, { ...started, deviceId });
  if (!caller) throw new Error('The session is not valid.');
  return caller;
}

async function link(ctx: TestCtx, { email, password }: Person) {
  const caller = await readApiCaller(ctx, { ...(await startAnonymousSession(ctx)), deviceId });
  if (!caller) throw new Error('The session is not valid.');
  await linkApiUser(ctx, caller, await verifyEmailCredentials(ctx, { username: email, password }));
}

describe('a password reset', () => {
  test.each([
    ['on the web', logIn],
    ['by the function', (ctx: TestCtx, person: Person) => logInPlayerForApi(ctx, null, person)],
    ['by email', logInByEmail],
    ['by a link', link],
  ])('during the check of the old password refuses the login %s', async (_, logInSomehow) => {
    const ctx = createTestCtx(database.db);
    const { person, id, reset } = await registerWithResetLink(ctx);
    const hasher = {
      ...ctx.accounts.hasher,
      async verify(...args: Parameters<typeof ctx.accounts.hasher.verify>) {
        const isRight = await ctx.accounts.hasher.verify(...args);
        await reset();
        return isRight;
      },
    };
    await expect(
      logInSomehow({ ...ctx, accounts: { ...ctx.accounts, hasher } }, person),
    ).rejects.toMatchObject({
      code: 'wrong-credentials',
    });
    expect(await ctx.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
    expect(await ctx.db.$count(apiSessions, eq(apiSessions.accountId, id))).toBe(0);
    expect(await ctx.db.$count(loginIds, eq(loginIds.accountId, id))).toBe(0);
    await logIn(ctx, { ...person, password: 'another one entirely' });
  });

  test('ends the rights over keys and account of requests that began before it', async () => {
    const ctx = createTestCtx(database.db);
    const { person, id, reset } = await registerWithResetLink(ctx);
    const caller = await logInByEmail(ctx, person);
    const key = await createApiKey(ctx, caller, { name: 'robot' });
    await reset();
    for (const lateCall of [
      () => createApiKey(ctx, caller, { name: 'more' }),
      () => setApiKeyDisabled(ctx, caller, { id: key.id, disabled: false }),
      () => deleteApiKey(ctx, caller, key.id),
      () => deleteAccountOfApiCaller(ctx, caller),
    ]) {
      await expect(lateCall()).rejects.toMatchObject({ code: 'app-session-ended' });
    }
    expect(await listApiKeys(ctx, caller)).toEqual([{ id: key.id, name: 'robot', disabled: true }]);
    expect(await ctx.db.$count(users, eq(users.id, id))).toBe(1);
  });

  test('leaves no API key enabled, even if keys are created or enabled at the same time', async () => {
    const ctx = createTestCtx(database.db);
    for (let round = 0; round < 8; round += 1) {
      const { person, id, reset } = await registerWithResetLink(ctx);
      const caller = await logInByEmail(ctx, person);
      const key = await createApiKey(ctx, caller, { name: 'robot' });
      const enable = { id: key.id, disabled: false };
      const results = await Promise.allSettled([
        createApiKey(ctx, caller, { name: 'one' }),
        reset(),
        createApiKey(ctx, caller, { name: 'two' }),
        setApiKeyDisabled(ctx, caller, enable),
        logInByEmail(ctx, person),
        logIn(ctx, person),
      ]);
      expect(results[1]?.status).toBe('fulfilled');
      const keys = await ctx.db.select().from(apiKeys).where(eq(apiKeys.accountId, id));
      expect(keys.filter(({ disabled }) => !disabled)).toEqual([]);
      expect(await ctx.db.$count(apiSessions, eq(apiSessions.accountId, id))).toBe(0);
      expect(await ctx.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
    }
  });
});
