import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { passkeys, sessions, usedTokens, users } from '#database/schema.ts';
import { deleteAccount } from '#domain/account-deletion/delete-account.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { rateLimits } from '#shared/constants/server/rate-limits.ts';
import type { AssertionInput } from '#shared/schemas/accounts/passkeys.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { addTestPasskey, requestChallenge } from '#test/fixtures/passkeys.ts';
import { actAs, registerPlayer } from '#test/fixtures/registered-player.ts';
import { codePeriodMs, registerWithTotp } from '#test/fixtures/two-factor.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import {
  completeLoginWithPasskey,
  confirmIdentityWithPasskey,
  logInWithPasskey,
} from './log-in-with-passkey.ts';
import { removePasskey } from './own-passkeys.ts';

const database = useDatabase({ max: 20 });

const code = (expected: string) => ({ code: expected });

/** A registered player with a passkey. */
async function registerWithPasskey(overrides: Parameters<typeof registerPlayer>[1] = {}) {
  const player = await registerPlayer(database.db, overrides);
  const authenticator = await addTestPasskey(player.ctx);
  return { ...player, authenticator };
}

describe('a login with a passkey', () => {
  test('needs no username, password or code, and ends the session of the request', async () => {
    const player = await registerWithTotp(database.db);
    const authenticator = await addTestPasskey(player.ctx);
    const { options, asked } = await requestChallenge(player.ctx, 'login');
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).toHaveProperty('allowCredentials', undefined);
    const cookie = await logInWithPasskey(asked, { credential: authenticator.get(options) });
    const next = await actAs(player.visitor, cookie);
    expect(next.actor.id).toBe(player.ctx.actor.id);
    expect(next.actor.sessionId).not.toBe(player.ctx.actor.sessionId);
    await requireFreshProof(next);
    const own = eq(sessions.userId, player.ctx.actor.id);
    expect(await database.db.$count(sessions, own)).toBe(1);
    const [passkey] = await database.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, player.ctx.actor.id));
    expect(passkey).toMatchObject({ counter: 1, lastUsedAt: player.ctx.clock.now() });
  });

  test('uses up its challenge, also for requests at the same moment', async () => {
    const { visitor, authenticator } = await registerWithPasskey();
    const { options, asked } = await requestChallenge(visitor, 'login');
    const signed = [1, 2, 3].map(() => authenticator.get(options, { counter: 0 }));
    const tries = await Promise.allSettled(
      signed.map((credential) => logInWithPasskey(asked, { credential })),
    );
    const failed = tries.filter((one) => one.status === 'rejected');
    expect(failed.map(({ reason }) => reason.code)).toEqual([
      'challenge-expired',
      'challenge-expired',
    ]);
    // Neither the same answer nor another one to the same challenge.
    for (const credential of [...signed.slice(0, 1), authenticator.get(options, { counter: 9 })]) {
      await expect(logInWithPasskey(asked, { credential })).rejects.toMatchObject(
        code('challenge-expired'),
      );
    }
  });

  test('does not accept an answer to an earlier challenge', async () => {
    const { visitor, authenticator } = await registerWithPasskey();
    const first = await requestChallenge(visitor, 'login');
    const credential = authenticator.get(first.options);
    await logInWithPasskey(first.asked, { credential });
    const second = await requestChallenge(visitor, 'login');
    await expect(logInWithPasskey(second.asked, { credential })).rejects.toMatchObject(
      code('passkey-refused'),
    );
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another host name', { rpId: 'evil.example' }],
    ['no PIN, fingerprint or face', { isUserVerified: false }],
    ['another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' }],
    ['no account', { userHandle: undefined }],
    ['another account', { userHandle: Buffer.from('somebody').toString('base64url') }],
  ])('refuses a signature for %s', async (_name, changes) => {
    const { visitor, authenticator } = await registerWithPasskey();
    const { options, asked } = await requestChallenge(visitor, 'login');
    const before = await database.db.$count(usedTokens);
    await expect(
      logInWithPasskey(asked, { credential: authenticator.get(options, changes) }),
    ).rejects.toMatchObject(code('passkey-refused'));
    expect(await database.db.$count(usedTokens)).toBe(before);
    await logInWithPasskey(asked, { credential: authenticator.get(options) });
  });

  test('refuses the signature of another key, and a changed one', async () => {
    const { visitor, authenticator } = await registerWithPasskey();
    const other = await registerWithPasskey();
    const { options, asked } = await requestChallenge(visitor, 'login');
    const own = authenticator.get(options);
    const foreign = other.authenticator.get(options);
    const changed = Buffer.from(own.response.authenticatorData, 'base64url');
    changed.writeUInt32BE(99, 33);
    const signatures: AssertionInput[] = [
      { ...own, response: { ...foreign.response, userHandle: own.response.userHandle } },
      { ...own, response: { ...own.response, authenticatorData: changed.toString('base64url') } },
      { ...own, id: 'dW5rbm93bg', rawId: 'dW5rbm93bg' },
      { ...own, response: { ...own.response, signature: 'AAAA' } },
    ];
    for (const credential of signatures) {
      await expect(logInWithPasskey(asked, { credential })).rejects.toMatchObject(
        code('passkey-refused'),
      );
    }
    await logInWithPasskey(asked, { credential: own });
  });

  test('needs the challenge of the same browser, of the last five minutes', async () => {
    const { ctx, visitor, authenticator, testClock } = await registerWithPasskey();
    const { options, asked } = await requestChallenge(visitor, 'login');
    const credential = authenticator.get(options);
    const { request } = asked;
    const [text = '', signature = ''] = request.passkeyChallenge.split('.');
    const proof = await requestChallenge(ctx, 'proof');
    const cookies = [
      null,
      '',
      text,
      `${text}.`,
      `.${signature}`,
      `${text}x.${signature}`,
      proof.asked.request.passkeyChallenge,
    ];
    for (const passkeyChallenge of cookies) {
      const other = { ...asked, request: { ...request, passkeyChallenge } };
      await expect(logInWithPasskey(other, { credential })).rejects.toMatchObject(
        code('challenge-expired'),
      );
    }
    const elsewhere = await requestChallenge(visitor, 'login');
    await expect(logInWithPasskey(elsewhere.asked, { credential })).rejects.toMatchObject(
      code('passkey-refused'),
    );
    testClock.advance(factorConstants.challengeMs);
    await expect(logInWithPasskey(asked, { credential })).rejects.toMatchObject(
      code('challenge-expired'),
    );
  });

  test('refuses and logs a counter that is not higher than the last one', async () => {
    const warn = vi.fn();
    const log = { info() {}, error() {}, warn };
    const { visitor, authenticator, ctx } = await registerWithPasskey({ log });
    const attempt = async (counter: number) => {
      const { options, asked } = await requestChallenge(visitor, 'login');
      return logInWithPasskey(asked, { credential: authenticator.get(options, { counter }) });
    };
    await attempt(0);
    await attempt(7);
    expect(warn).not.toHaveBeenCalled();
    for (const counter of [7, 6, 0]) {
      await expect(attempt(counter)).rejects.toMatchObject(code('passkey-refused'));
      expect(warn).toHaveBeenLastCalledWith(
        expect.objectContaining({ userId: ctx.actor.id, counter }),
        expect.stringContaining('counter'),
      );
    }
    await attempt(8);
    expect(warn).toHaveBeenCalledTimes(3);
  });

  test('is not possible for a suspended or deleted account, or with a removed passkey', async () => {
    const { ctx, visitor, authenticator } = await registerWithPasskey();
    const account = eq(users.id, ctx.actor.id);
    const attempt = async () => {
      const { options, asked } = await requestChallenge(visitor, 'login');
      return logInWithPasskey(asked, { credential: authenticator.get(options) });
    };
    await database.db.update(users).set({ banned: true }).where(account);
    await expect(attempt()).rejects.toMatchObject(code('account-suspended'));
    await database.db.update(users).set({ banned: false }).where(account);
    await attempt();
    await deleteAccount(ctx, {
      accountId: ctx.actor.id,
      removesTexts: false,
      requireAllowed: async () => {},
    });
    await expect(attempt()).rejects.toMatchObject(code('passkey-refused'));
    expect(await database.db.$count(passkeys, eq(passkeys.userId, ctx.actor.id))).toBe(0);

    const other = await registerWithPasskey();
    const [passkey] = await database.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, other.ctx.actor.id));
    await removePasskey(other.ctx, { passkey: passkey?.id ?? '' });
    const { options, asked } = await requestChallenge(other.visitor, 'login');
    await expect(
      logInWithPasskey(asked, { credential: other.authenticator.get(options) }),
    ).rejects.toMatchObject(code('passkey-refused'));
  });

  test('counts failed attempts of an IP address, and no successful ones', async () => {
    const { visitor, authenticator } = await registerWithPasskey({
      rateLimiter: createRateLimiter(),
    });
    const { options, asked } = await requestChallenge(visitor, 'login');
    const wrong = { ...authenticator.get(options), id: 'dW5rbm93bg' };
    const { points } = rateLimits['login-by-address'];
    for (let count = 1; count < points; count += 1) {
      await expect(logInWithPasskey(asked, { credential: wrong })).rejects.toMatchObject(
        code('passkey-refused'),
      );
    }
    await logInWithPasskey(asked, { credential: authenticator.get(options) });
    await expect(logInWithPasskey(asked, { credential: wrong })).rejects.toMatchObject(
      code('passkey-refused'),
    );
    await expect(logInWithPasskey(asked, { credential: wrong })).rejects.toMatchObject(
      code('rate-limited'),
    );
  });
});

test('asking for challenges leaves nothing in the database', async () => {
  const { visitor } = await registerPlayer(database.db);
  const before = await database.db.$count(usedTokens);
  for (let count = 0; count < 20; count += 1) await requestChallenge(visitor, 'login');
  expect(await database.db.$count(usedTokens)).toBe(before);
});

describe('the second factor of a login', () => {
  /** A player with an app and a passkey. */
  async function registerWithBoth() {
    const player = await registerWithTotp(database.db);
    return { ...player, authenticator: await addTestPasskey(player.ctx) };
  }

  test('can be a passkey of the account', async () => {
    const { ctx, visitor, authenticator, enterPassword } = await registerWithBoth();
    const { options, asked } = await requestChallenge(await enterPassword(), 'factor');
    expect(options).toMatchObject({ allowCredentials: [{ id: authenticator.id }] });
    // Some authenticators name the account only if they were not told which key to use.
    const credential = authenticator.get(options, { userHandle: undefined });
    const [session = '', cleared] = await completeLoginWithPasskey(asked, { credential });
    expect(cleared).toContain('guildhall_login=; Path=/; Max-Age=0');
    expect((await actAs(visitor, session)).actor.id).toBe(ctx.actor.id);
    // The pending login is over.
    const again = await requestChallenge(asked, 'factor');
    await expect(
      completeLoginWithPasskey(again.asked, { credential: authenticator.get(again.options) }),
    ).rejects.toMatchObject(code('pending-login-expired'));
  });

  test('cannot be a passkey of another account, or the challenge of another login', async () => {
    const { authenticator, enterPassword } = await registerWithBoth();
    const other = await registerWithBoth();
    const { options, asked } = await requestChallenge(await enterPassword(), 'factor');
    await expect(
      completeLoginWithPasskey(asked, { credential: other.authenticator.get(options) }),
    ).rejects.toMatchObject(code('passkey-refused'));
    const { request } = await enterPassword();
    const { passkeyChallenge } = asked.request;
    const mixed = { ...asked, request: { ...request, passkeyChallenge } };
    const credential = authenticator.get(options);
    await expect(completeLoginWithPasskey(mixed, { credential })).rejects.toMatchObject(
      code('challenge-expired'),
    );
    await completeLoginWithPasskey(asked, { credential });
  });

  test('is asked for only after the password, of an account with a passkey', async () => {
    const { visitor, enterPassword } = await registerWithTotp(database.db);
    await expect(requestChallenge(visitor, 'factor')).rejects.toMatchObject(
      code('pending-login-expired'),
    );
    await expect(requestChallenge(await enterPassword(), 'factor')).rejects.toMatchObject(
      code('no-passkey'),
    );
  });

  test('ends with a recovery code when the passkey is lost, and keeps both ways', async () => {
    const { recoveryCodes, logInWith, testClock, showCode } = await registerWithBoth();
    await logInWith(recoveryCodes[0] ?? '');
    testClock.advance(codePeriodMs);
    await logInWith(showCode());
  });
});

describe('a proof of identity', () => {
  test('can be a passkey of the actor, in this session', async () => {
    const { ctx, authenticator, testClock, logInAgain } = await registerWithPasskey();
    const other = await registerWithPasskey();
    testClock.advance(proofConstants.freshMs);
    const { options, asked } = await requestChallenge(ctx, 'proof');
    await expect(
      confirmIdentityWithPasskey(asked, { credential: other.authenticator.get(options) }),
    ).rejects.toMatchObject(code('passkey-refused'));
    const second = await logInAgain();
    testClock.advance(proofConstants.freshMs);
    const fresh = await requestChallenge(ctx, 'proof');
    const credential = authenticator.get(fresh.options);
    await expect(
      confirmIdentityWithPasskey({ ...second, request: fresh.asked.request }, { credential }),
    ).rejects.toMatchObject(code('challenge-expired'));
    await confirmIdentityWithPasskey(fresh.asked, { credential });
    await requireFreshProof(ctx);
    await expect(requireFreshProof(second)).rejects.toMatchObject(code('proof-required'));
    await expect(confirmIdentityWithPasskey(fresh.asked, { credential })).rejects.toMatchObject(
      code('challenge-expired'),
    );
  });
});
