import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions, users } from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { rateLimits } from '#shared/constants/server/rate-limits.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { actAs, registerPlayer } from '#test/fixtures/registered-player.ts';
import { codePeriodMs, cookieValueOf, registerWithTotp } from '#test/fixtures/two-factor.ts';
import { verifyEmailCredentials } from '../api-clients/credentials/verify-email-credentials.ts';
import { logInPlayerForApi } from '../api-clients/login-id-tokens/log-in-player-for-api.ts';
import { startApiSession } from '../api-clients/sessions/start-api-session.ts';
import { createEmailLinkToken } from '../emails/email-link.ts';
import { changePassword } from '../passwords/change-password.ts';
import { resetPassword } from '../passwords/reset-password.ts';
import { confirmIdentity } from '../sessions/confirm-identity.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { logIn } from '../sessions/log-in.ts';
import { startSession } from '../sessions/start-session.ts';
import { logInWithCode } from './log-in-with-code.ts';
import { readFactors } from './second-factor.ts';
import { setUpTotp } from './set-up-totp.ts';

const database = useDatabase({ max: 20 });

const code = (expected: string) => ({ code: expected });

/** How many of several attempts at the same time succeeded; the others failed with `expected`. */
async function countSuccesses(attempts: Promise<unknown>[], expected: string[]): Promise<number> {
  const results = await Promise.allSettled(attempts);
  const failed = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failed) expect(expected).toContain(reason.code);
  return results.length - failed.length;
}

describe('a login with an authenticator app', () => {
  test('starts no session before the code, and ends the session of the request', async () => {
    const { ctx, person, enterPassword, showCode, testClock, visitor } = await registerWithTotp(
      database.db,
    );
    testClock.advance(codePeriodMs);
    const own = eq(sessions.userId, ctx.actor.id);
    const { cookie, factors } = await logIn(ctx, person);
    expect(cookie).toMatch(
      /^guildhall_login=[\w.-]+; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/,
    );
    expect(factors).toMatchObject({ hasTotp: true });
    expect(await database.db.$count(sessions, own)).toBe(1);
    const pending = { ...ctx, request: (await enterPassword()).request };
    const [session = '', cleared] = await logInWithCode(pending, code(showCode()));
    expect(cleared).toContain('guildhall_login=; Path=/; Max-Age=0');
    const next = await actAs(visitor, session);
    await requireFreshProof(next);
    expect(next.actor.sessionId).not.toBe(ctx.actor.sessionId);
    expect(await database.db.$count(sessions, own)).toBe(1);
  });

  test('accepts a code once, also from two requests at the same moment', async () => {
    const { enterPassword, showCode, testClock, logInWith } = await registerWithTotp(database.db);
    // The code with which the app was confirmed.
    await expect(logInWith(showCode())).rejects.toMatchObject(code('wrong-code'));
    testClock.advance(codePeriodMs);
    const tries = await Promise.all([1, 2, 3, 4].map(() => enterPassword()));
    const same = tries.map((pending) => logInWithCode(pending, code(showCode())));
    expect(await countSuccesses(same, ['wrong-code'])).toBe(1);
    await expect(logInWith(showCode())).rejects.toMatchObject(code('wrong-code'));
    testClock.advance(codePeriodMs);
    await logInWith(showCode());
  });

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('with a code of the period %i away is accepted: %s', async (offset, isAccepted) => {
    const { testClock, showCode, logInWith } = await registerWithTotp(database.db);
    testClock.advance(10 * codePeriodMs);
    const attempt = logInWith(showCode(offset));
    if (isAccepted) await attempt;
    else await expect(attempt).rejects.toMatchObject(code('wrong-code'));
  });

  test('accepts no code of a period before the last accepted one', async () => {
    const { testClock, showCode, logInWith } = await registerWithTotp(database.db);
    testClock.advance(10 * codePeriodMs);
    await logInWith(showCode(1));
    for (const offset of [-1, 0, 1]) {
      await expect(logInWith(showCode(offset))).rejects.toMatchObject(code('wrong-code'));
    }
    testClock.advance(codePeriodMs);
    await logInWith(`${showCode(1).slice(0, 3)} ${showCode(1).slice(3)}`);
  });

  test('accepts codes as keyboards of other languages and automatic corrections write them', async () => {
    const { testClock, showCode, recoveryCodes, logInWith } = await registerWithTotp(database.db);
    for (const zero of ['٠', '０', '०']) {
      testClock.advance(codePeriodMs);
      const digits = [...showCode()].map((digit) =>
        String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
      );
      await logInWith(`${digits.slice(0, 3).join('')}\u00A0${digits.slice(3).join('')}`);
    }
    testClock.advance(codePeriodMs);
    await logInWith(`${showCode().slice(0, 3)}–${showCode().slice(3)}`);
    const [recoveryCode = ''] = recoveryCodes;
    const fullWidth = recoveryCode
      .replaceAll('-', '—')
      .replace(/[a-z0-9]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
    await logInWith(fullWidth);
  });

  test('can be completed once, for five minutes, and only as the signed cookie says', async () => {
    const { enterPassword, showCode, testClock, recoveryCodes } = await registerWithTotp(
      database.db,
    );
    const [first = '', second = ''] = recoveryCodes;
    const used = await enterPassword();
    await logInWithCode(used, code(first));
    await expect(logInWithCode(used, code(second))).rejects.toMatchObject(
      code('pending-login-expired'),
    );
    const late = await enterPassword();
    testClock.advance(factorConstants.pendingLoginMs);
    await expect(logInWithCode(late, code(showCode()))).rejects.toMatchObject(
      code('pending-login-expired'),
    );
    const { request, ...visitor } = await enterPassword();
    const [content = '', signature = ''] = request.pendingLogin.split('.');
    const other = await registerPlayer(database.db);
    const decoded = JSON.parse(Buffer.from(content, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...decoded, user: other.ctx.actor.id })).toString(
      'base64url',
    );
    const values = [`${forged}.${signature}`, content, `${content}.`, `.${signature}`, '', null];
    for (const pendingLogin of values) {
      const pending = { ...visitor, request: { ...request, pendingLogin } };
      await expect(logInWithCode(pending, code(showCode()))).rejects.toMatchObject(
        code('pending-login-expired'),
      );
    }
    // What failed did not use up the recovery code.
    await logInWithCode({ ...visitor, request }, code(second));
  });

  test('ends when the password is changed, and a reset keeps the factor', async () => {
    const { ctx, visitor, person, enterPassword, showCode, testClock, logInWith } =
      await registerWithTotp(database.db);
    testClock.advance(codePeriodMs);
    const before = await enterPassword();
    const token = await createEmailLinkToken(database.db, 'reset', ctx.actor.id, ctx.clock.now());
    await resetPassword(visitor, { token, password: 'another secret' });
    await expect(logInWithCode(before, code(showCode()))).rejects.toMatchObject(
      code('pending-login-expired'),
    );
    expect(await readFactors(database.db, ctx.actor.id)).toMatchObject({ hasTotp: true });
    await expect(logInWith(showCode())).rejects.toMatchObject(code('wrong-credentials'));
    const { factors } = await logIn(visitor, { ...person, password: 'another secret' });
    expect(factors).not.toBeNull();
    await logInWithCode(await enterPassword('another secret'), code(showCode()));
  });

  test('is not possible for a suspended account, whose code is not used up', async () => {
    const { ctx, enterPassword, recoveryCodes } = await registerWithTotp(database.db);
    const [first = ''] = recoveryCodes;
    const pending = await enterPassword();
    const account = eq(users.id, ctx.actor.id);
    await database.db.update(users).set({ banned: true }).where(account);
    await expect(logInWithCode(pending, code(first))).rejects.toMatchObject(
      code('account-suspended'),
    );
    await database.db.update(users).set({ banned: false }).where(account);
    await logInWithCode(pending, code(first));
  });
});

describe('guessing', () => {
  test('gets five codes for each password, and thirty a day, also with many requests', async () => {
    const { enterPassword, showCode, testClock, recoveryCodes } = await registerWithTotp(
      database.db,
      { rateLimiter: createRateLimiter() },
    );
    testClock.advance(codePeriodMs);
    const wrong = String((Number(showCode()) + 1) % 1_000_000).padStart(6, '0');
    const pending = await enterPassword();
    const tries = Array.from({ length: 40 }, () => logInWithCode(pending, code(wrong)));
    const results = await Promise.allSettled(tries);
    const codes = results.map((result) => result.status === 'rejected' && result.reason.code);
    expect(codes.filter((one) => one === 'wrong-code')).toHaveLength(5);
    expect(codes.filter((one) => one === 'pending-login-expired')).toHaveLength(35);
    await expect(logInWithCode(pending, code(showCode()))).rejects.toMatchObject(
      code('pending-login-expired'),
    );
    for (let tried = 5; tried < rateLimits['codes-by-account'].points; tried += 5) {
      const next = await enterPassword();
      for (let one = 0; one < 5; one += 1)
        await expect(logInWithCode(next, code(wrong))).rejects.toMatchObject(code('wrong-code'));
    }
    await expect(logInWithCode(await enterPassword(), code(showCode()))).rejects.toMatchObject(
      code('rate-limited'),
    );
    // A recovery code still lets the owner in.
    await logInWithCode(await enterPassword(), code(recoveryCodes[0] ?? ''));
  });
});

describe('recovery codes', () => {
  test('work once each, however they are typed, and under a race', async () => {
    const { ctx, enterPassword, logInWith, recoveryCodes } = await registerWithTotp(database.db);
    expect(new Set(recoveryCodes).size).toBe(factorConstants.recoveryCodes);
    const [first = '', second = ''] = recoveryCodes;
    await logInWith(` ${first.toUpperCase().replaceAll('-', ' ')} `);
    await expect(logInWith(first)).rejects.toMatchObject(code('wrong-code'));
    const tries = await Promise.all([1, 2, 3, 4].map(() => enterPassword()));
    const same = tries.map((pending) => logInWithCode(pending, code(second)));
    expect(await countSuccesses(same, ['wrong-code'])).toBe(1);
    expect(await readFactors(database.db, ctx.actor.id)).toMatchObject({ recoveryCodes: 8 });
  });

  test('belong to one account', async () => {
    const ada = await registerWithTotp(database.db);
    const bo = await registerWithTotp(database.db);
    await expect(bo.logInWith(ada.recoveryCodes[0] ?? '')).rejects.toMatchObject(
      code('wrong-code'),
    );
  });
});

describe('a proof of identity', () => {
  test('needs the password and a code', async () => {
    const player = await registerWithTotp(database.db);
    const { ctx, person, showCode, testClock, recoveryCodes } = player;
    testClock.advance(proofConstants.freshMs);
    const { password } = person;
    for (const typed of [undefined, '', '000000', 'abcd-efgh-jkmn-pqrs']) {
      await expect(confirmIdentity(ctx, { password, code: typed })).rejects.toMatchObject(
        code('wrong-code'),
      );
    }
    await expect(
      confirmIdentity(ctx, { password: 'wrong', code: showCode() }),
    ).rejects.toMatchObject(code('wrong-password'));
    await expect(requireFreshProof(ctx)).rejects.toMatchObject(code('proof-required'));
    await confirmIdentity(ctx, { password, code: showCode() });
    await requireFreshProof(ctx);
    testClock.advance(proofConstants.freshMs);
    await confirmIdentity(ctx, { password, code: recoveryCodes[0] });
    await requireFreshProof(ctx);
  });
});

test('a new password needs the second factor too, and then the new session begins', async () => {
  const { ctx, person, showCode, testClock, visitor, enterPassword } = await registerWithTotp(
    database.db,
  );
  testClock.advance(proofConstants.freshMs);
  const { password: currentPassword } = person;
  const change = { currentPassword, password: 'another secret' };
  await expect(changePassword(ctx, change)).rejects.toMatchObject(code('proof-required'));
  await confirmIdentity(ctx, { password: currentPassword, code: showCode() });
  const next = await actAs(visitor, await changePassword(ctx, change));
  await requireFreshProof(next);
  await enterPassword('another secret');
});

describe('programs', () => {
  test('cannot log in with the password of an account with a second factor', async () => {
    const { ctx, visitor, person } = await registerWithTotp(database.db);
    const text = 'Create an API key at /settings/applications';
    await expect(logInPlayerForApi(visitor, null, person)).rejects.toThrow(text);
    const verified = await verifyEmailCredentials(visitor, {
      username: person.email,
      password: person.password,
    });
    await expect(startApiSession(visitor, verified)).rejects.toThrow(text);
    await startApiSession(visitor, { accountId: ctx.actor.id, apiKeyId: null });
  });
});

test('a password does not start a session while a factor is added at the same time', async () => {
  const { ctx, visitor, person } = await registerPlayer(database.db);
  await setUpTotp(ctx);
  // A secret without its first code is no factor.
  const { cookie } = await logIn(visitor, person);
  expect(cookieValueOf(cookie)).not.toBe('');
  const withFactor = await registerWithTotp(database.db);
  const { id } = withFactor.ctx.actor;
  // A login that read the factors before one was added.
  const hash = `hash:${withFactor.person.password}`;
  await expect(
    startSession(visitor, id, { method: 'password', passwordHash: hash }),
  ).rejects.toMatchObject(code('factor-required'));
});
