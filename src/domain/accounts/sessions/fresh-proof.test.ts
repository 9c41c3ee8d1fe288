import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessions } from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { actAs, registerPlayer } from '#test/fixtures/registered-player.ts';
import { createEmailLinkToken } from '../emails/email-link.ts';
import { resetPassword } from '../passwords/reset-password.ts';
import { createGuest } from '../registration/create-guest.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { logOut } from './log-out.ts';

const database = useDatabase();

test('a login is a proof for ten minutes', async () => {
  const { ctx, testClock } = await registerPlayer(database.db);
  await requireFreshProof(ctx);
  testClock.advance(proofConstants.freshMs - 1);
  await requireFreshProof(ctx);
  testClock.advance(1);
  await expect(requireFreshProof(ctx)).rejects.toMatchObject({ code: 'proof-required' });
});

test('the password is a proof for the session in which it was typed', async () => {
  const player = await registerPlayer(database.db);
  const other = await player.logInAgain();
  player.testClock.advance(proofConstants.freshMs);
  await confirmIdentity(player.ctx, { password: player.person.password });
  await requireFreshProof(player.ctx);
  await expect(requireFreshProof(other)).rejects.toMatchObject({ code: 'proof-required' });
});

test('a wrong password is no proof and counts as a login does', async () => {
  const player = await registerPlayer(database.db);
  player.testClock.advance(proofConstants.freshMs);
  const ctx = { ...player.ctx, rateLimiter: createRateLimiter() };
  for (let tries = 0; tries < 30; tries += 1) {
    await expect(confirmIdentity(ctx, { password: 'wrong password' })).rejects.toMatchObject({
      code: 'wrong-password',
    });
  }
  await expect(confirmIdentity(ctx, { password: player.person.password })).rejects.toMatchObject({
    code: 'rate-limited',
  });
  await expect(requireFreshProof(ctx)).rejects.toMatchObject({ code: 'proof-required' });
});

test('the password of another account is no proof', async () => {
  const player = await registerPlayer(database.db);
  const other = await registerPlayer(database.db, { password: 'another password' });
  player.testClock.advance(proofConstants.freshMs);
  await expect(
    confirmIdentity(player.ctx, { password: other.person.password }),
  ).rejects.toMatchObject({ code: 'wrong-password' });
});

test('a session that began before proofs were recorded has none', async () => {
  const { ctx } = await registerPlayer(database.db);
  await database.db
    .update(sessions)
    .set({ provenAt: null })
    .where(eq(sessions.id, ctx.actor.sessionId));
  await expect(requireFreshProof(ctx)).rejects.toMatchObject({ code: 'proof-required' });
});

test('a session that has ended has no proof', async () => {
  const { ctx } = await registerPlayer(database.db);
  await logOut(ctx);
  await expect(requireFreshProof(ctx)).rejects.toMatchObject({ code: 'login-required' });
});

test('a password that is changed while it is checked is no proof', async () => {
  const { ctx, person, testClock } = await registerPlayer(database.db);
  testClock.advance(proofConstants.freshMs);
  const token = await createEmailLinkToken(ctx.db, 'reset', ctx.actor.id, ctx.clock.now());
  const hasher = {
    ...ctx.accounts.hasher,
    async verify() {
      await resetPassword(ctx, { token, password: 'battery staple' });
      return true;
    },
  };
  const checking = { ...ctx, accounts: { ...ctx.accounts, hasher } };
  await expect(confirmIdentity(checking, { password: person.password })).rejects.toMatchObject({
    code: 'wrong-credentials',
  });
});

test('a guest needs no proof while its session lasts', async () => {
  const ctx = createTestCtx(database.db);
  const cookie = await createGuest(ctx);

  const guest = await actAs(ctx, cookie);
  ctx.testClock.advance(proofConstants.freshMs);
  await requireFreshProof(guest);
  await expect(confirmIdentity(guest, { password: 'any password' })).rejects.toMatchObject({
    code: 'guest-not-allowed',
  });
  await logOut(guest);
  await expect(requireFreshProof(guest)).rejects.toMatchObject({ code: 'login-required' });
});
