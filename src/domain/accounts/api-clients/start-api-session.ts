import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { appSessions, appUsers } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { apiSessionConstants } from '#shared/constants/accounts.ts';
import { openSession } from '../sessions/start-session.ts';
import {
  type AuthenticatedAccount,
  createApiUserId,
  type StartedSession,
} from './authenticated-account.ts';
import { lockApiSessions } from './lock-api-sessions.ts';
import { recheckCredentials } from './recheck-credentials.ts';

/**
 * Starts a session of an account that has proved who it is, with a new app user the first time. Of more
 * than `perAccount` the oldest end.
 * @throws Refusal `account-suspended`, `wrong-credentials` when the password was set anew, or the key disabled,
 * in the meantime.
 */
export async function startApiSession(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  proven: AuthenticatedAccount,
): Promise<StartedSession> {
  const { accountId, apiKeyId } = proven;
  const now = clock.now();
  const sessionId = randomUUID();
  return db.transaction(async (tx) => {
    await openSession(tx, accountId, now);
    await recheckCredentials(tx, proven);
    const appUserId = await appUserOf(tx, accountId, now);
    const expiresAt = new Date(now.getTime() + apiSessionConstants.refreshMs);
    await tx
      .insert(appSessions)
      .values({ id: sessionId, appUserId, accountId, apiKeyId, createdAt: now, expiresAt });
    await endOldest(tx, accountId);
    return { appUserId, sessionId, anonymous: false };
  });
}

/** The account's app user. Whoever lets the account in holds its row: nobody else makes one now. */
async function appUserOf(tx: Queryable, accountId: string, now: Date): Promise<string> {
  const [there] = await tx
    .select({ id: appUsers.id })
    .from(appUsers)
    .where(eq(appUsers.accountId, accountId));
  if (there) return there.id;
  const id = createApiUserId();
  await tx.insert(appUsers).values({ id, accountId, createdAt: now });
  return id;
}

async function endOldest(tx: Queryable, accountId: string): Promise<void> {
  const oldest = tx
    .select({ id: appSessions.id })
    .from(appSessions)
    .where(eq(appSessions.accountId, accountId))
    .orderBy(desc(appSessions.createdAt), desc(appSessions.id))
    .offset(apiSessionConstants.perAccount);
  const which = sql`${appSessions.id} in ${oldest}`;
  await lockApiSessions(tx, { sessions: which });
  await tx.delete(appSessions).where(which);
}
