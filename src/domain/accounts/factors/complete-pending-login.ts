import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { accounts } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { endRequestSession, startSession } from '../sessions/start-session.ts';
import { clearPendingLogin, type PendingLogin } from './pending-login.ts';
import { markTokenUsed } from './used-tokens.ts';

/**
 * The hash of the account's password, if it is still the one that was entered.
 * @throws AppError `pending-login-expired`.
 */
export async function requirePendingPassword(
  { db }: Pick<Ctx, 'db'>,
  pending: PendingLogin,
): Promise<string> {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, pending.userId), eq(accounts.providerId, 'credential')));
  if (!account?.hash || !pending.isOfPassword(account.hash)) {
    throw new AppError('pending-login-expired');
  }
  return account.hash;
}

interface Completion {
  pending: PendingLogin;
  passwordHash: string;
  /** Uses up the second factor, in the transaction that writes the session. */
  acceptFactor: (tx: Queryable) => Promise<void>;
}

/**
 * Uses up a pending login and its second factor, and starts a session. The session of the request ends.
 * Returns the Set-Cookie headers.
 * @throws AppError `pending-login-expired` when it was used before; those of `startSession` and
 * `acceptFactor`.
 */
export async function completePendingLogin(
  ctx: Ctx,
  { pending, passwordHash, acceptFactor }: Completion,
): Promise<string[]> {
  const cookie = await startSession(ctx, pending.userId, {
    passwordHash,
    isProven: true,
    async acceptSecondFactor(tx) {
      await acceptFactor(tx);
      if (!(await markTokenUsed(tx, pending.id, pending.expiresAt))) {
        throw new AppError('pending-login-expired');
      }
    },
  });
  await endRequestSession(ctx);
  return [cookie, clearPendingLogin(ctx)];
}
