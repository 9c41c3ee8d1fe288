import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { apiSessions, loginIds } from '#database/schema.ts';
import { createToken, hashToken } from '#domain/accounts/sessions/secret-token.ts';
import { markOnlineUnlessSuspended } from '#domain/accounts/sessions/start-session.ts';
import type { Ctx } from '#domain/context.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { recheckCredentials } from '../credentials/recheck-credentials.ts';
import type { VerifiedAccount } from '../credentials/verified-account.ts';
import type { ApiCaller } from '../sessions/api-caller.ts';
import { lockApiSessions } from '../sessions/lock-api-sessions.ts';

/**
 * Creates a loginId for an account whose credentials were verified, and binds the account to the
 * caller's session until the loginId ends. An account has at most `perAccount` loginIds; the oldest end.
 * Returns the loginId, which is stored as a hash only.
 * @throws AppError `account-suspended`; `wrong-credentials` when the password was changed in the meantime.
 */
export async function createLoginId(
  { db, clock, accounts, request }: Pick<Ctx, 'db' | 'clock' | 'accounts' | 'request'>,
  authenticated: Omit<VerifiedAccount, 'apiKeyId'>,
  caller: ApiCaller | null,
): Promise<string> {
  const { accountId } = authenticated;
  const now = clock.now();
  const token = createToken();
  await db.transaction(async (tx) => {
    // The account's row first: inserting a row that refers to it takes a weak lock on it, and a deletion
    // of the account would have to wait for that lock.
    await markOnlineUnlessSuspended(tx, accountId, now);
    await recheckCredentials(tx, { ...authenticated, apiKeyId: null }, now);
    const [created] = await tx
      .insert(loginIds)
      .values({
        hash: hashToken(token),
        accountId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + apiSessionConstants.loginIdMs),
      })
      .returning({ id: loginIds.id });
    if (!created) throw new Error('The insert of a loginId returned no row.');
    const oldest = isAboveLimit(tx, accountId);
    await lockApiSessions(tx, {
      sessions: caller ? eq(apiSessions.id, caller.sessionId) : undefined,
      loginIds: oldest,
    });
    if (caller) await bindToSession(tx, caller, created.id, now);
    await tx.delete(loginIds).where(oldest);
  });
  const method = authenticated.passwordHash === undefined ? 'guest' : 'password';
  accounts.securityLog.record(request, { event: 'login', account: accountId, method });
  return token;
}

/** Binds a loginId to the caller's session, unless that session was logged out in the meantime. */
async function bindToSession(
  tx: Queryable,
  caller: ApiCaller,
  loginId: string,
  now: Date,
): Promise<void> {
  const { sessionId: id, apiUserId } = caller;
  await tx
    .insert(apiSessions)
    .values({ id, apiUserId, loginId, createdAt: now })
    .onConflictDoUpdate({
      target: apiSessions.id,
      set: { loginId },
      setWhere: sql`${apiSessions.revokedAt} is null`,
    });
}

/** The condition that selects the oldest loginIds of an account, above the `perAccount` newest. */
function isAboveLimit(tx: Queryable, accountId: string): SQL {
  const oldest = tx
    .select({ id: loginIds.id })
    .from(loginIds)
    .where(eq(loginIds.accountId, accountId))
    .orderBy(desc(loginIds.id))
    .offset(apiSessionConstants.perAccount);
  return sql`${loginIds.id} in ${oldest}`;
}
