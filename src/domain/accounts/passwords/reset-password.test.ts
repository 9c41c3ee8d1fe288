import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { sendRequestedEmails } from '../emails/send-requested-emails.ts';
import { register } from '../registration/register.ts';
import { logIn } from '../sessions/log-in.ts';
import { readSession } from '../sessions/read-session.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';

const database = useDatabase();

let counter = 0;
async function registerAndLogIn() {
  counter += 1;
  const person = {
    username: `Hedy-${counter}`,
    password: 'correct horse',
    email: `hedy${counter}@example.test`,
  };
  const ctx = createTestCtx(database.db);
  await register(ctx, person);
  const { cookie: cookies } = await logIn(ctx, person);
  const isLoggedIn = async () =>
    (await readSession(ctx, { ...ctx.request, cookies })).actor !== null;
  /** Requests a reset link and reads its token from the email. */
  const requestLinkToken = async () => {
    await requestPasswordReset(ctx, { email: person.email });
    await sendRequestedEmails(ctx);
    return /\/reset-password\?token=([\w-]+)/.exec(ctx.mails.at(-1)?.text ?? '')?.[1] ?? '';
  };
  return { ctx, person, isLoggedIn, requestLinkToken };
}

const password = 'battery staple';

test('a reset link sets a password once and ends all sessions of the account', async () => {
  const { ctx, person, isLoggedIn, requestLinkToken } = await registerAndLogIn();
  const token = await requestLinkToken();
  const tries = await Promise.allSettled(
    Array.from({ length: 5 }, (_, index) =>
      resetPassword(ctx, { token, password: `${password} ${index}` }),
    ),
  );
  const winner = tries.findIndex((attempt) => attempt.status === 'fulfilled');
  expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
  expect(await isLoggedIn()).toBe(false);
  await expect(logIn(ctx, person)).rejects.toMatchObject({ code: 'wrong-credentials' });
  await logIn(ctx, { ...person, password: `${password} ${winner}` });
  await expect(resetPassword(ctx, { token, password })).rejects.toMatchObject({
    code: 'bad-link',
  });
});

test('a reset link expires after one hour', async () => {
  const { ctx, person, isLoggedIn, requestLinkToken } = await registerAndLogIn();
  const token = await requestLinkToken();
  ctx.testClock.advance(60 * 60 * 1000);
  await expect(resetPassword(ctx, { token, password })).rejects.toMatchObject({
    code: 'bad-link',
  });
  expect(await isLoggedIn()).toBe(true);
  await logIn(ctx, person);
});

test('a newer reset link replaces the older one', async () => {
  const { ctx, requestLinkToken } = await registerAndLogIn();
  const older = await requestLinkToken();
  const newer = await requestLinkToken();
  await expect(resetPassword(ctx, { token: older, password })).rejects.toMatchObject({
    code: 'bad-link',
  });
  await resetPassword(ctx, { token: newer, password });
});

test.each(['', 'reset:', '%', 'a'.repeat(200)])(
  'an unknown reset link does nothing',
  async (token) => {
    const { ctx, requestLinkToken } = await registerAndLogIn();
    await requestLinkToken();
    await expect(resetPassword(ctx, { token, password })).rejects.toMatchObject({
      code: 'bad-link',
    });
  },
);

test('reset links are not stored in a usable form', async () => {
  const { ctx, requestLinkToken } = await registerAndLogIn();
  const token = await requestLinkToken();
  const statement = sql`select v::text as row from verifications v`;
  const rows = await queryRows<{ row: string }>(ctx.db, { row: text }, statement);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
});

test('a request for an unknown email address or a guest returns nothing and sends no email', async () => {
  const ctx = createTestCtx(database.db);
  const guest = await createPlayer(database.db, { role: 'guest' });
  const answers = [
    await requestPasswordReset(ctx, { email: 'nobody@example.test' }),
    await requestPasswordReset(ctx, { email: `${guest.username.toLowerCase()}@example.test` }),
  ];
  expect(answers).toEqual([undefined, undefined]);
  await sendRequestedEmails(ctx);
  expect(ctx.mails).toEqual([]);
});

test('at most three resets an hour can be requested for an email address, known or not', async () => {
  const { ctx, person } = await registerAndLogIn();
  const rateLimiter = createRateLimiter();
  for (const email of [person.email, 'nobody@example.test']) {
    for (let tries = 0; tries < 3; tries += 1)
      await requestPasswordReset({ ...ctx, rateLimiter }, { email });
    await expect(requestPasswordReset({ ...ctx, rateLimiter }, { email })).rejects.toMatchObject({
      code: 'rate-limited',
    });
  }
  await sendRequestedEmails(ctx);
  expect(ctx.mails).toHaveLength(3);
});

test('a reset link stays valid when the password could not be hashed', async () => {
  const { ctx, person, requestLinkToken } = await registerAndLogIn();
  const token = await requestLinkToken();
  const busy = { ...ctx.accounts.hasher, hash: () => Promise.reject(new Error('busy')) };
  await expect(
    resetPassword({ ...ctx, accounts: { ...ctx.accounts, hasher: busy } }, { token, password }),
  ).rejects.toThrow('busy');
  await resetPassword(ctx, { token, password });
  await logIn(ctx, { ...person, password });
});
