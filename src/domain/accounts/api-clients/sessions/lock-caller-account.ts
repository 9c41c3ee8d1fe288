import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { apiSessions, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePasswordSession } from '../api-keys/list-api-keys.ts';
import type { ApiCaller } from './api-caller.ts';

/**
 * Locks the caller's own account and returns its id. Requests that do this at the same time run one
 * after the other, and after a transaction that ends the account's sessions.
 * @throws AppError `app-account-needed`, `api-key-session`, `app-session-ended`.
 */
export async function lockCallerAccount(tx: Queryable, caller: ApiCaller): Promise<string> {
  const accountId = requirePasswordSession(caller);
  await tx.select({ id: users.id }).from(users).where(eq(users.id, accountId)).for('no key update');
  await requireActiveSession(tx, caller);
  return accountId;
}

/**
 * Checks again that the caller's session exists. Call it after locking the account's row: a password
 * reset or a suspension may have ended the session while the request waited for that lock.
 * @throws AppError `app-session-ended`.
 */
export async function requireActiveSession(
  tx: Queryable,
  { sessionId, accountId }: ApiCaller,
): Promise<void> {
  const [session] = await tx
    .select({ accountId: apiSessions.accountId })
    .from(apiSessions)
    .where(eq(apiSessions.id, sessionId));
  if (!session || session.accountId !== accountId) throw new AppError('app-session-ended');
}
