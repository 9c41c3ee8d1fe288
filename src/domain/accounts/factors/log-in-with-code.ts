import { and, eq } from 'drizzle-orm';
import { accounts } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { endRequestSession, startSession } from '../sessions/start-session.ts';
import { clearPendingLogin, type PendingLogin, readPendingLogin } from './pending-login.ts';
import { markTokenUsed } from './used-tokens.ts';
import { consumeCode, countCodeAttempt } from './verify-code.ts';

/**
 * Completes a pending login with a code of the authenticator app or a recovery code, and starts a session.
 * The session of the request ends. Returns the Set-Cookie headers.
 * @throws AppError `wrong-code`; `pending-login-expired` after five minutes, five wrong codes or its use,
 * and after a change of the password; `rate-limited`; `account-suspended`; `encryption-unavailable`.
 */
export async function logInWithCode(ctx: Ctx, { code }: { code: string }): Promise<string[]> {
  const pending = await readPendingLogin(ctx);
  const { userId } = pending;
  const passwordHash = await requireSamePassword(ctx, pending);
  await countAttempt(ctx, pending);
  const attempt = await countCodeAttempt(ctx, { userId, code });
  const cookie = await startSession(ctx, userId, {
    passwordHash,
    isProven: true,
    async acceptSecondFactor(tx) {
      await consumeCode(tx, ctx, { userId, code });
      if (!(await markTokenUsed(tx, pending.id, pending.expiresAt))) {
        throw new AppError('pending-login-expired');
      }
    },
  });
  await attempt.markSucceeded();
  await endRequestSession(ctx);
  return [cookie, clearPendingLogin(ctx)];
}

/** The hash of the account's password, if it is still the one that was entered. */
async function requireSamePassword(ctx: Ctx, pending: PendingLogin): Promise<string> {
  const [account] = await ctx.db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, pending.userId), eq(accounts.providerId, 'credential')));
  if (!account?.hash || !pending.isOfPassword(account.hash)) {
    throw new AppError('pending-login-expired');
  }
  return account.hash;
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
