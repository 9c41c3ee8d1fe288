import { eq, or, sql } from 'drizzle-orm';
import { appSessions, appUsers } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { apiSessionConstants } from '#shared/constants/accounts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { openSession } from '../sessions/start-session.ts';
import type { ApiCaller } from './api-caller.ts';
import type { AuthenticatedAccount } from './authenticated-account.ts';
import { recheckCredentials } from './recheck-credentials.ts';

/**
 * Lets the caller's app user stand for the account that it has proved to be, for good. Its session goes
 * on as one of that account; whoever `loginUser` bound to it is bound no more. Nothing happens when it
 * stands for that account already.
 * @throws Refusal `app-user-linked` when either has another, `app-session-ended`, `account-suspended`,
 * `wrong-credentials` when the proof was taken back in the meantime.
 */
export async function linkApiUser(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  caller: ApiCaller,
  proven: AuthenticatedAccount,
): Promise<void> {
  const { accountId, apiKeyId } = proven;
  if (caller.accountId === accountId) return;
  if (caller.accountId !== null) throw new AppError('app-user-linked');
  const now = clock.now();
  const { appUserId, sessionId } = caller;
  await db.transaction(async (tx) => {
    await openSession(tx, accountId, now);
    await recheckCredentials(tx, proven);
    await tx
      .insert(appUsers)
      .values({ id: appUserId, accountId, anonymous: true, createdAt: now })
      .onConflictDoNothing();
    const rows = await tx
      .select({ id: appUsers.id, accountId: appUsers.accountId })
      .from(appUsers)
      .where(or(eq(appUsers.id, appUserId), eq(appUsers.accountId, accountId)));
    const linked =
      rows.length === 1 && rows[0]?.id === appUserId && rows[0].accountId === accountId;
    if (!linked) throw new AppError('app-user-linked');
    const expiresAt = new Date(now.getTime() + apiSessionConstants.refreshMs);
    const begun = { appUserId, accountId, apiKeyId, expiresAt };
    const held = await tx
      .insert(appSessions)
      .values({ id: sessionId, createdAt: now, ...begun })
      .onConflictDoUpdate({
        target: appSessions.id,
        set: { ...begun, loginId: null },
        setWhere: sql`${appSessions.revokedAt} is null`,
      })
      .returning({ id: appSessions.id });
    if (held.length === 0) throw new AppError('app-session-ended');
  });
}
