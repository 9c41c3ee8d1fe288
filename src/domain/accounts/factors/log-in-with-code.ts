import type { Ctx } from '#domain/context.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { completePendingLogin, requirePendingCredential } from './complete-pending-login.ts';
import { type PendingLogin, readPendingLogin } from './pending-login.ts';
import { consumeCode, countCodeAttempt } from './verify-code.ts';

/**
 * Completes a pending login with a code of the authenticator app or a recovery code, and starts a session.
 * The session of the request ends. Returns the Set-Cookie headers.
 * @throws AppError `wrong-code`; `pending-login-expired` after five minutes, five wrong codes or its use,
 * and after a change of the password or the removal of the
 * identity; `rate-limited`; `account-suspended`; `encryption-unavailable`.
 */
export async function logInWithCode(ctx: Ctx, { code }: { code: string }): Promise<string[]> {
  const pending = await readPendingLogin(ctx);
  const { userId } = pending;
  const began = await requirePendingCredential(ctx, pending);
  await countAttempt(ctx, pending);
  const attempt = await countCodeAttempt(ctx, { userId, code });
  const cookies = await completePendingLogin(ctx, {
    pending,
    began,
    factor: 'code',
    acceptFactor: (tx) => consumeCode(tx, ctx, { userId, code }),
  });
  await attempt.markSucceeded();
  return cookies;
}

/** Counts the codes of one pending login. After five the password is needed again. */
async function countAttempt(ctx: Ctx, { id }: PendingLogin): Promise<void> {
  try {
    await ctx.rateLimiter.take('codes-by-login', id);
  } catch (error) {
    if (isAppError(error) && error.code === 'rate-limited') {
      throw new AppError('pending-login-expired');
    }
    throw error;
  }
}
