import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { appSessions, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ApiCaller } from './api-caller.ts';
import { requireOwner } from './api-keys.ts';

/**
 * Holds the account that the caller may dispose of; answers its id. Who does so together goes one after
 * the other, and after whoever ends the account's sessions.
 * @throws Refusal `app-account-needed`, `api-key-session`, `app-session-ended`.
 */
export async function lockOwnAccount(tx: Queryable, caller: ApiCaller): Promise<string> {
  const accountId = requireOwner(caller);
  await tx.select({ id: users.id }).from(users).where(eq(users.id, accountId)).for('no key update');
  await requireUnended(tx, caller);
  return accountId;
}

/**
 * Looks again whether the caller's session is there, once the account's row is held: it may have been
 * ended, by a reset of the password or a suspension, while its request waited for that row.
 * @throws Refusal `app-session-ended`.
 */
export async function requireUnended(
  tx: Queryable,
  { sessionId, accountId }: ApiCaller,
): Promise<void> {
  const [session] = await tx
    .select({ accountId: appSessions.accountId })
    .from(appSessions)
    .where(eq(appSessions.id, sessionId));
  if (!session || session.accountId !== accountId) throw new AppError('app-session-ended');
}
