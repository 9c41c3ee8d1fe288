import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { accounts } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { markTokenUsed } from '../sessions/mark-token-used.ts';
import { endRequestSession, startSession } from '../sessions/start-session.ts';
import { listIdentities, markIdentityUsed, toCredential } from '../sign-on/identities.ts';
import { clearPendingLogin, type PendingLogin } from './pending-login.ts';

/** What a pending login began with: the hash of a password, or an identity of single sign-on. */
export type PendingCredential = { passwordHash: string } | { identityId: string };

/**
 * What a pending login began with, if it is still valid.
 * @throws AppError `pending-login-expired`.
 */
export async function requirePendingCredential(
  { db }: Pick<Ctx, 'db'>,
  { userId, isOf }: PendingLogin,
): Promise<PendingCredential> {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  if (account?.hash && isOf(account.hash)) return { passwordHash: account.hash };
  const identity = (await listIdentities(db, userId)).find(({ id }) => isOf(toCredential(id)));
  if (!identity) throw new AppError('pending-login-expired');
  return { identityId: identity.id };
}

interface Completion {
  pending: PendingLogin;
  began: PendingCredential;
  factor: 'code' | 'passkey';
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
  { pending, began, factor, acceptFactor }: Completion,
): Promise<string[]> {
  const { userId } = pending;
  const cookie = await startSession(ctx, userId, {
    method: 'passwordHash' in began ? 'password' : 'single sign-on',
    factor,
    ...('passwordHash' in began && { passwordHash: began.passwordHash }),
    isProven: true,
    async acceptSecondFactor(tx) {
      if ('identityId' in began) {
        await markIdentityUsed(tx, ctx, { id: began.identityId, userId });
      }
      await acceptFactor(tx);
      if (!(await markTokenUsed(tx, pending.id, pending.expiresAt))) {
        throw new AppError('pending-login-expired');
      }
    },
  });
  await endRequestSession(ctx);
  return [cookie, clearPendingLogin(ctx)];
}
