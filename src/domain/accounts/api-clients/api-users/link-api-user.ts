import { eq, or, sql } from 'drizzle-orm';
import { apiSessions, apiUsers } from '#database/schema.ts';
import { markOnlineUnlessSuspended } from '#domain/accounts/sessions/start-session.ts';
import type { Ctx } from '#domain/context.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { recheckCredentials } from '../credentials/recheck-credentials.ts';
import type { VerifiedAccount } from '../credentials/verified-account.ts';
import type { ApiCaller } from '../sessions/api-caller.ts';

/**
 * Links the caller's API user to an account whose credentials were verified. The link is permanent. The
 * session becomes a session of that account and loses the player that `loginUser` bound to it. Does
 * nothing when the API user is already linked to this account.
 * @throws AppError `app-user-linked` when the API user or the account is linked elsewhere,
 * `app-session-ended`, `account-suspended`, `wrong-credentials` when the credentials were changed or
 * disabled in the meantime.
 */
export async function linkApiUser(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  caller: ApiCaller,
  authenticated: VerifiedAccount,
): Promise<void> {
  const { accountId, apiKeyId } = authenticated;
  if (caller.accountId === accountId) return;
  if (caller.accountId !== null) throw new AppError('app-user-linked');
  const now = clock.now();
  const { apiUserId, sessionId } = caller;
  await db.transaction(async (tx) => {
    await markOnlineUnlessSuspended(tx, accountId, now);
    await recheckCredentials(tx, authenticated, now);
    await tx
      .insert(apiUsers)
      .values({ id: apiUserId, accountId, anonymous: true, createdAt: now })
      .onConflictDoNothing();
    const rows = await tx
      .select({ id: apiUsers.id, accountId: apiUsers.accountId })
      .from(apiUsers)
      .where(or(eq(apiUsers.id, apiUserId), eq(apiUsers.accountId, accountId)));
    const linked =
      rows.length === 1 && rows[0]?.id === apiUserId && rows[0].accountId === accountId;
    if (!linked) throw new AppError('app-user-linked');
    const expiresAt = new Date(now.getTime() + apiSessionConstants.refreshTokenMs);
    // The session begins again: an anonymous one may be old, and the credentials are a fresh proof.
    const values = { apiUserId, accountId, apiKeyId, createdAt: now, expiresAt };
    const written = await tx
      .insert(apiSessions)
      .values({ id: sessionId, ...values })
      .onConflictDoUpdate({
        target: apiSessions.id,
        set: { ...values, loginId: null },
        setWhere: sql`${apiSessions.revokedAt} is null`,
      })
      .returning({ id: apiSessions.id });
    if (written.length === 0) throw new AppError('app-session-ended');
  });
}
