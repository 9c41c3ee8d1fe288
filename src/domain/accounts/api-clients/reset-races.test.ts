import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKeys, appSessions, loginIds, sessions, users } from '#database/schema.ts';
import { deleteAccount } from '#domain/lifecycle/delete-account.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { newcomer } from '#test/fixtures/new-account.ts';
import { sendRequestedMails } from '../emails/send-requested-emails.ts';
import { requestPasswordReset } from '../passwords/request-password-reset.ts';
import { resetPassword } from '../passwords/reset-password.ts';
import { register } from '../registration/register.ts';
import { logIn } from '../sessions/log-in.ts';
import { listApiKeys } from './api-keys.ts';
import { deleteApiKey, setApiKeyDisabled } from './change-api-key.ts';
import { createApiKey } from './create-api-key.ts';
import { linkApiUser } from './link-api-user.ts';
import { logInByFunction } from './log-in-by-function.ts';
import { readApiCaller } from './read-api-caller.ts';
import { startAnonymousSession } from './start-anonymous-session.ts';
import { startApiSession } from './start-api-session.ts';
import { verifyEmailCredentials } from './verify-email-credentials.ts';

const database = useDatabase();
type TestCtx = ReturnType<typeof createTestCtx>;
type Person = ReturnType<typeof newcomer>;
const deviceId = '0123456789abcdef01234567';

/** Somebody registered who has asked for a link; `reset` follows it. */
async function forgetful(ctx: TestCtx) {
  const person = newcomer();
  await register(ctx, person);
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, person.username.toLowerCase()));
  await requestPasswordReset(ctx, person);
  await sendRequestedMails(ctx);
  const token = /token=([\w-]+)/.exec(ctx.mails.at(-1)?.text ?? '')?.[1] ?? '';
  const reset = () => resetPassword(ctx, { token, password: 'another one entirely' });
  return { person, id: user?.id ?? '', reset };
}

async function loggedIn(ctx: TestCtx, { email, password }: Person) {
  const started = await startApiSession(
    ctx,
    await verifyEmailCredentials(ctx, { username: email, password }),
  );
  const caller = await readApiCaller(ctx, { ...started, deviceId });
  if (!caller) throw new Error('The session does not hold.');
  return caller;
}

async function link(ctx: TestCtx, { email, password }: Person) {
  const caller = await readApiCaller(ctx, { ...(await startAnonymousSession(ctx)), deviceId });
  if (!caller) throw new Error('The session does not hold.');
  await linkApiUser(ctx, caller, await verifyEmailCredentials(ctx, { username: email, password }));
}

describe('a password that is set anew', () => {
  test.each([
    ['on the web', logIn],
    ['by the function', (ctx: TestCtx, person: Person) => logInByFunction(ctx, null, person)],
    ['by email', loggedIn],
    ['by a link', link],
  ])('while the old one is compared lets nobody in %s', async (_, enter) => {
    const ctx = createTestCtx(database.db);
    const { person, id, reset } = await forgetful(ctx);
    const hasher = {
      ...ctx.hasher,
      async verify(...compared: Parameters<typeof ctx.hasher.verify>) {
        const right = await ctx.hasher.verify(...compared);
        await reset();
        return right;
      },
    };
    await expect(enter({ ...ctx, hasher }, person)).rejects.toMatchObject({
      code: 'wrong-credentials',
    });
    expect(await ctx.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
    expect(await ctx.db.$count(appSessions, eq(appSessions.accountId, id))).toBe(0);
    expect(await ctx.db.$count(loginIds, eq(loginIds.accountId, id))).toBe(0);
    await logIn(ctx, { ...person, password: 'another one entirely' });
  });

  test('leaves those whose calls had begun before without power over keys and account', async () => {
    const ctx = createTestCtx(database.db);
    const { person, id, reset } = await forgetful(ctx);
    const caller = await loggedIn(ctx, person);
    const key = await createApiKey(ctx, caller, { name: 'robot' });
    await reset();
    for (const late of [
      () => createApiKey(ctx, caller, { name: 'more' }),
      () => setApiKeyDisabled(ctx, caller, { id: key.id, disabled: false }),
      () => deleteApiKey(ctx, caller, key.id),
      () => deleteAccount(ctx, caller),
    ]) {
      await expect(late()).rejects.toMatchObject({ code: 'app-session-ended' });
    }
    expect(await listApiKeys(ctx, caller)).toEqual([{ id: key.id, name: 'robot', disabled: true }]);
    expect(await ctx.db.$count(users, eq(users.id, id))).toBe(1);
  });

  test('leaves no key enabled, whoever makes or enables one at the moment', async () => {
    const ctx = createTestCtx(database.db);
    for (let round = 0; round < 8; round += 1) {
      const { person, id, reset } = await forgetful(ctx);
      const caller = await loggedIn(ctx, person);
      const key = await createApiKey(ctx, caller, { name: 'robot' });
      const enable = { id: key.id, disabled: false };
      const results = await Promise.allSettled([
        createApiKey(ctx, caller, { name: 'one' }),
        reset(),
        createApiKey(ctx, caller, { name: 'two' }),
        setApiKeyDisabled(ctx, caller, enable),
        loggedIn(ctx, person),
        logIn(ctx, person),
      ]);
      expect(results[1]?.status).toBe('fulfilled');
      const keys = await ctx.db.select().from(apiKeys).where(eq(apiKeys.accountId, id));
      expect(keys.filter(({ disabled }) => !disabled)).toEqual([]);
      expect(await ctx.db.$count(appSessions, eq(appSessions.accountId, id))).toBe(0);
      expect(await ctx.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
    }
  });
});
