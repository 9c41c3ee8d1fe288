import type { Ctx } from '#domain/context.ts';
import type { PasskeyInput } from '#shared/schemas/accounts/passkeys.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import {
  completePendingLogin,
  requirePendingCredential,
} from '../factors/complete-pending-login.ts';
import { readPendingLogin } from '../factors/pending-login.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { recordProof } from '../sessions/fresh-proof.ts';
import { endRequestSession, startSession } from '../sessions/start-session.ts';
import { consumePasskey, verifyPasskey } from './use-passkey.ts';

/**
 * Logs an account in with a passkey, which replaces the password and the second factor. The session of the
 * request ends. Returns the Set-Cookie header of the new session.
 * @throws AppError those of `verifyPasskey` and `consumePasskey`; `account-suspended`.
 */
export async function logInWithPasskey(ctx: Ctx, { credential }: PasskeyInput): Promise<string> {
  const use = { purpose: 'login', subject: null, userId: null, credential } as const;
  const passkey = await verifyPasskey(ctx, use);
  const cookie = await startSession(ctx, passkey.userId, {
    method: 'passkey',
    isProven: true,
    acceptSecondFactor: (tx) => consumePasskey(tx, ctx, passkey),
  });
  await passkey.markSucceeded();
  await endRequestSession(ctx);
  return cookie;
}

/**
 * Completes a pending login with a passkey of its account. Returns the Set-Cookie headers.
 * @throws AppError those of `verifyPasskey`, `consumePasskey` and `completePendingLogin`.
 */
export async function completeLoginWithPasskey(
  ctx: Ctx,
  { credential }: PasskeyInput,
): Promise<string[]> {
  const pending = await readPendingLogin(ctx);
  const { id: subject, userId } = pending;
  const began = await requirePendingCredential(ctx, pending);
  const passkey = await verifyPasskey(ctx, { purpose: 'factor', subject, userId, credential });
  const cookies = await completePendingLogin(ctx, {
    pending,
    began,
    factor: 'passkey',
    acceptFactor: (tx) => consumePasskey(tx, ctx, passkey),
  });
  await passkey.markSucceeded();
  return cookies;
}

/**
 * Proves with a passkey that the actor owns the account, for the next ten minutes of this session.
 * @throws AppError those of `verifyPasskey` and `consumePasskey`; `login-required`, `guest-not-allowed`.
 */
export async function confirmIdentityWithPasskey(
  ctx: Ctx,
  { credential }: PasskeyInput,
): Promise<void> {
  const { id: userId, sessionId: subject } = requirePlayer(ctx);
  const passkey = await verifyPasskey(ctx, { purpose: 'proof', subject, userId, credential });
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [userId], 'no key update');
    await consumePasskey(tx, ctx, passkey);
    await recordProof(ctx, tx);
  });
  await passkey.markSucceeded();
}
