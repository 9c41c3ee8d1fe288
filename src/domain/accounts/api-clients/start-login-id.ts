import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { appSessions, loginIds } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { apiSessionConstants } from '#shared/constants/accounts.ts';
import { createToken, hashToken } from '../sessions/secret-token.ts';
import { openSession } from '../sessions/start-session.ts';
import type { ApiCaller } from './api-caller.ts';
import type { AuthenticatedAccount } from './authenticated-account.ts';
import { lockApiSessions } from './lock-api-sessions.ts';
import { recheckCredentials } from './recheck-credentials.ts';

/**
 * Makes a loginId of an account that has proved who it is, and binds the account to the session of the
 * caller until that loginId ends. Answers the loginId, which nobody else ever sees. Of more than
 * `perAccount` the oldest end.
 * @throws Refusal `account-suspended`, `wrong-credentials` when the password was set anew in the meantime.
 */
export async function startLoginId(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  proven: Omit<AuthenticatedAccount, 'apiKeyId'>,
  caller: ApiCaller | null,
): Promise<string> {
  const { accountId } = proven;
  const now = clock.now();
  const token = createToken();
  await db.transaction(async (tx) => {
    // The account's row first: what refers to it holds it a little, and whoever ends it would wait for that.
    await openSession(tx, accountId, now);
    await recheckCredentials(tx, { ...proven, apiKeyId: null });
    const [made] = await tx
      .insert(loginIds)
      .values({
        hash: hashToken(token),
        accountId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + apiSessionConstants.loginIdMs),
      })
      .returning({ id: loginIds.id });
    if (!made) throw new Error('The loginId was not written.');
    const oldest = oldestOf(tx, accountId);
    await lockApiSessions(tx, {
      sessions: caller ? eq(appSessions.id, caller.sessionId) : undefined,
      loginIds: oldest,
    });
    if (caller) await bind(tx, caller, made.id, now);
    await tx.delete(loginIds).where(oldest);
  });
  return token;
}

/** A session that was logged out in the meantime stays so, and nobody is bound to it. */
async function bind(tx: Queryable, caller: ApiCaller, loginId: string, now: Date): Promise<void> {
  const { sessionId: id, appUserId } = caller;
  await tx
    .insert(appSessions)
    .values({ id, appUserId, loginId, createdAt: now })
    .onConflictDoUpdate({
      target: appSessions.id,
      set: { loginId },
      setWhere: sql`${appSessions.revokedAt} is null`,
    });
}

/** The loginIds of an account that are more than it may have. */
function oldestOf(tx: Queryable, accountId: string): SQL {
  const oldest = tx
    .select({ id: loginIds.id })
    .from(loginIds)
    .where(eq(loginIds.accountId, accountId))
    .orderBy(desc(loginIds.id))
    .offset(apiSessionConstants.perAccount);
  return sql`${loginIds.id} in ${oldest}`;
}
