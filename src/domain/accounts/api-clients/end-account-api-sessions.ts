import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { appSessions, loginIds } from '#database/schema.ts';
import { lockApiSessions } from './lock-api-sessions.ts';

/**
 * Ends every session of an account that third-party clients have, inside the caller's transaction, which
 * holds the account's row: whoever lets the account in at this moment waits for it.
 */
export async function endAccountApiSessions(tx: Queryable, accountId: string): Promise<void> {
  await lockApiSessions(tx, {
    sessions: eq(appSessions.accountId, accountId),
    loginIds: eq(loginIds.accountId, accountId),
  });
  await tx.delete(appSessions).where(eq(appSessions.accountId, accountId));
  await tx.delete(loginIds).where(eq(loginIds.accountId, accountId));
}
