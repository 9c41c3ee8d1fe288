import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { apiSessions, users } from '#database/schema.ts';
import { isFresh } from '#domain/accounts/sessions/fresh-proof.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePasswordSession } from '../api-keys/list-api-keys.ts';
import type { ApiCaller } from './api-caller.ts';

/**
 * Locks the caller's own account and returns its id. Requests that do this at the same time run one
 * after the other, and after a transaction that ends the account's sessions. With `isProven` the login
 * must be fresh.
 * @throws AppError `app-account-needed`, `api-key-session`, `app-session-ended`, `fresh-login-required`.
 */
export async function lockCallerAccount(
  ctx: Pick<Ctx, 'clock'>,
  tx: Queryable,
  caller: ApiCaller,
  { isProven }: { isProven: boolean },
): Promise<string> {
  const accountId = requirePasswordSession(caller);
  await tx.select({ id: users.id }).from(users).where(eq(users.id, accountId)).for('no key update');
  if (isProven) await requireFreshLogin(ctx, tx, caller);
  else await requireActiveSession(tx, caller);
  return accountId;
}

/**
 * Checks that the caller's session exists and began, by its login or link, in the last ten minutes. New
 * access tokens do not change when it began. Call it after locking the account's row, and only for a
 * session that `requirePasswordSession` accepts: its login is then a proof of who the player is.
 * @throws AppError `app-session-ended`, `fresh-login-required`.
 */
export async function requireFreshLogin(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Queryable,
  caller: ApiCaller,
): Promise<void> {
  const { createdAt } = await requireActiveSession(tx, caller);
  if (!isFresh(createdAt, clock.now())) throw new AppError('fresh-login-required');
}

/**
 * Checks again that the caller's session exists. Call it after locking the account's row: a password
 * reset or a suspension may have ended the session while the request waited for that lock.
 * @throws AppError `app-session-ended`.
 */
async function requireActiveSession(tx: Queryable, { sessionId, accountId }: ApiCaller) {
  const [session] = await tx
    .select({ accountId: apiSessions.accountId, createdAt: apiSessions.createdAt })
    .from(apiSessions)
    .where(eq(apiSessions.id, sessionId));
  if (!session || session.accountId !== accountId) throw new AppError('app-session-ended');
  return session;
}
