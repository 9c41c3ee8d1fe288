import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { apiSessions, loginIds } from '#database/schema.ts';
import { lockApiSessions } from './lock-api-sessions.ts';

/**
 * Ends all API sessions and loginIds of an account. The caller's transaction must have locked the
 * account's row, so that a login at the same time waits for it.
 */
export async function endAccountApiSessions(tx: Queryable, accountId: string): Promise<void> {
  await lockApiSessions(tx, {
    sessions: eq(apiSessions.accountId, accountId),
    loginIds: eq(loginIds.accountId, accountId),
  });
  await tx.delete(apiSessions).where(eq(apiSessions.accountId, accountId));
  await tx.delete(loginIds).where(eq(loginIds.accountId, accountId));
}
