import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { sendRequestedMails } from '../emails/send-requested-emails.ts';
import { register } from '../registration/register.ts';
import { logIn } from '../sessions/log-in.ts';
import { readSession } from '../sessions/read-session.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';

const database = useDatabase();

let counter = 0;
async function registered() {
  counter += 1;
  const person = {
    username: `Hedy-${counter}`,
    password: 'correct horse',
    email: `hedy${counter}@example.test`,
  };
  const ctx = createTestCtx(database.db);
  await register(ctx, person);
  const setCookie = await logIn(ctx, person);
  const cookie = /=([^;]*)/.exec(setCookie)?.[1] ?? '';
  const isLoggedIn = async () => {
    const read = { db: ctx.db, secret: ctx.secret, now: ctx.clock.now(), secure: false };
    return (await readSession(read, cookie)).actor !== null;
  };
  /** Asks for a link and opens the mail. */
  const linkToken = async () => {
    await requestPasswordReset(ctx, { email: person.email });
    await sendRequestedMails(ctx);
    return /\/reset-password\?token=([\w-]+)/.exec(ctx.mails.at(-1)?.text ?? '')?.[1] ?? '';
  };
  return { ctx, person, isLoggedIn, linkToken };
}

const password = 'battery staple';

test('a link sets a password once and logs the account out everywhere', async () => {
  const { ctx, person, isLoggedIn, linkToken } = await registered();
  const token = await linkToken();
  const tries = await Promise.allSettled(
    Array.from({ length: 5 }, (_, index) =>
      resetPassword(ctx, { token, password: `${password} ${index}` }),
    ),
  );
  const won = tries.findIndex((attempt) => attempt.status === 'fulfilled');
  expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
  expect(await isLoggedIn()).toBe(false);
  await expect(logIn(ctx, person)).rejects.toMatchObject({ code: 'wrong-credentials' });
  await logIn(ctx, { ...person, password: `${password} ${won}` });
  await expect(resetPassword(ctx, { token, password })).rejects.toMatchObject({
    code: 'bad-link',
  });
});

test('a link works for an hour', async () => {
  const { ctx, person, isLoggedIn, linkToken } = await registered();
  const token = await linkToken();
  ctx.testClock.advance(60 * 60 * 1000);
  await expect(resetPassword(ctx, { token, password })).rejects.toMatchObject({
    code: 'bad-link',
  });
  expect(await isLoggedIn()).toBe(true);
  await logIn(ctx, person);
});

test('a newer link makes the older one worthless', async () => {
  const { ctx, linkToken } = await registered();
  const older = await linkToken();
  const newer = await linkToken();
  await expect(resetPassword(ctx, { token: older, password })).rejects.toMatchObject({
    code: 'bad-link',
  });
  await resetPassword(ctx, { token: newer, password });
});

test.each(['', 'reset:', '%', 'a'.repeat(200)])('a made-up link does nothing', async (token) => {
  const { ctx, linkToken } = await registered();
  await linkToken();
  await expect(resetPassword(ctx, { token, password })).rejects.toMatchObject({
    code: 'bad-link',
  });
});

test('the database does not hold a link that could be opened', async () => {
  const { ctx, linkToken } = await registered();
  const token = await linkToken();
  const { rows } = await ctx.db.execute(sql`select v::text as row from verifications v`);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ row }) => String(row).includes(token))).toEqual([]);
});

test('a stranger does not learn which addresses have an account, and guests get no link', async () => {
  const ctx = createTestCtx(database.db);
  const guest = await createPlayer(database.db, { role: 'guest' });
  const answers = [
    await requestPasswordReset(ctx, { email: 'nobody@example.test' }),
    await requestPasswordReset(ctx, { email: `${guest.username.toLowerCase()}@example.test` }),
  ];
  expect(answers).toEqual([undefined, undefined]);
  await sendRequestedMails(ctx);
  expect(ctx.mails).toEqual([]);
});

test('an address is mailed three times an hour at most, known or not', async () => {
  const { ctx, person } = await registered();
  const limits = createRateLimiter();
  for (const email of [person.email, 'nobody@example.test']) {
    for (let tries = 0; tries < 3; tries += 1)
      await requestPasswordReset({ ...ctx, rateLimiter: limits }, { email });
    await expect(
      requestPasswordReset({ ...ctx, rateLimiter: limits }, { email }),
    ).rejects.toMatchObject({
      code: 'rate-limited',
    });
  }
  await sendRequestedMails(ctx);
  expect(ctx.mails).toHaveLength(3);
});

test('a shed hash does not use the link up', async () => {
  const { ctx, person, linkToken } = await registered();
  const token = await linkToken();
  const busy = { ...ctx.hasher, hash: () => Promise.reject(new Error('busy')) };
  await expect(resetPassword({ ...ctx, hasher: busy }, { token, password })).rejects.toThrow(
    'busy',
  );
  await resetPassword(ctx, { token, password });
  await logIn(ctx, { ...person, password });
});
