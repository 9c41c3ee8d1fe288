import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { apiSessions, apiUsers } from '#database/schema.ts';
import { markOnlineUnlessSuspended } from '#domain/accounts/sessions/start-session.ts';
import type { Ctx } from '#domain/context.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { recheckCredentials } from '../credentials/recheck-credentials.ts';
import {
  createApiUserId,
  type StartedSession,
  type VerifiedAccount,
} from '../credentials/verified-account.ts';
import { lockApiSessions } from './lock-api-sessions.ts';

/**
 * Starts an API session of an account whose credentials were verified. The first time it also creates
 * the account's API user. An account has at most `perAccount` API sessions; the oldest end.
 * @throws AppError `account-suspended`; `wrong-credentials` when the password was changed or the API key
 * disabled in the meantime.
 */
export async function startApiSession(
  { db, clock, accounts, request }: Pick<Ctx, 'db' | 'clock' | 'accounts' | 'request'>,
  authenticated: VerifiedAccount,
): Promise<StartedSession> {
  const { accountId, apiKeyId } = authenticated;
  const now = clock.now();
  const sessionId = randomUUID();
  const started = await db.transaction(async (tx) => {
    await markOnlineUnlessSuspended(tx, accountId, now);
    await recheckCredentials(tx, authenticated, now);
    const apiUserId = await findOrCreateApiUser(tx, accountId, now);
    const expiresAt = new Date(now.getTime() + apiSessionConstants.refreshTokenMs);
    await tx.insert(apiSessions).values({
      id: sessionId,
      apiUserId,
      accountId,
      apiKeyId,
      createdAt: now,
      expiresAt,
    });
    await deleteOldestSessions(tx, accountId);
    return { apiUserId, sessionId, anonymous: false };
  });
  const method = apiKeyId === null ? 'password' : 'API key';
  accounts.securityLog.record(request, { event: 'login', account: accountId, method });
  return started;
}

/**
 * The id of the account's API user. The login has locked the account's row, so that no other request
 * creates an API user at the same time.
 */
async function findOrCreateApiUser(tx: Queryable, accountId: string, now: Date): Promise<string> {
  const [existing] = await tx
    .select({ id: apiUsers.id })
    .from(apiUsers)
    .where(eq(apiUsers.accountId, accountId));
  if (existing) return existing.id;
  const id = createApiUserId();
  await tx.insert(apiUsers).values({ id, accountId, createdAt: now });
  return id;
}

/** Deletes the sessions of an account above its `perAccount` newest. */
async function deleteOldestSessions(tx: Queryable, accountId: string): Promise<void> {
  const oldest = tx
    .select({ id: apiSessions.id })
    .from(apiSessions)
    .where(eq(apiSessions.accountId, accountId))
    .orderBy(desc(apiSessions.createdAt), desc(apiSessions.id))
    .offset(apiSessionConstants.perAccount);
  const isOldest = sql`${apiSessions.id} in ${oldest}`;
  await lockApiSessions(tx, { sessions: isOldest });
  await tx.delete(apiSessions).where(isOldest);
}
