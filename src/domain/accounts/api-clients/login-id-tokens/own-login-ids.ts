import { and, desc, eq, gt } from 'drizzle-orm';
import { apiSessions, apiUsers, loginIds } from '#database/schema.ts';
import { lockOwnAccount } from '#domain/accounts/sessions/fresh-proof.ts';
import type { Ctx } from '#domain/context.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { endAccountApiSessions } from '../sessions/end-account-api-sessions.ts';
import { lockApiSessions } from '../sessions/lock-api-sessions.ts';

/**
 * What programs have of the actor's account: loginIds, the linked app user, and the number of its sessions.
 * @throws AppError `login-required`, `guest-not-allowed`.
 */
export async function listOwnPrograms(ctx: Ctx) {
  const { id } = requirePlayer(ctx);
  const now = ctx.clock.now();
  const [ownLoginIds, appUsers, appSessions] = await Promise.all([
    ctx.db
      .select({
        id: loginIds.id,
        createdAt: loginIds.createdAt,
        expiresAt: loginIds.expiresAt,
      })
      .from(loginIds)
      .where(and(eq(loginIds.accountId, id), gt(loginIds.expiresAt, now)))
      .orderBy(desc(loginIds.createdAt), desc(loginIds.id))
      .limit(apiSessionConstants.perAccount),
    ctx.db
      .select({ id: apiUsers.id, createdAt: apiUsers.createdAt })
      .from(apiUsers)
      .where(eq(apiUsers.accountId, id)),
    ctx.db.$count(apiSessions, and(eq(apiSessions.accountId, id), gt(apiSessions.expiresAt, now))),
  ]);
  return { loginIds: ownLoginIds, appUsers, appSessions };
}

/**
 * Ends one loginId of the actor, by the id of its row, and closes its sockets. Does nothing when it has
 * ended before.
 * @throws AppError `login-required`, `guest-not-allowed`.
 */
export async function endOwnLoginId(ctx: Ctx, id: string): Promise<void> {
  const ended = await ctx.db.transaction(async (tx) => {
    const accountId = await lockOwnAccount(ctx, tx, { isProven: false });
    const own = and(eq(loginIds.id, id), eq(loginIds.accountId, accountId));
    await lockApiSessions(tx, { loginIds: own });
    return tx.delete(loginIds).where(own).returning({ id: loginIds.id });
  });
  const sessionIds = ended.map((one) => one.id);
  if (sessionIds.length > 0) ctx.events.publish({ type: 'sessions-ended', sessionIds });
}

/**
 * Logs the actor out of all programs: ends all loginIds and API sessions and closes their sockets.
 * @throws AppError `login-required`, `guest-not-allowed`.
 */
export async function endOwnPrograms(ctx: Ctx): Promise<void> {
  const sessionIds = await ctx.db.transaction(async (tx) => {
    const id = await lockOwnAccount(ctx, tx, { isProven: false });
    const ended = [
      ...(await tx.select({ id: loginIds.id }).from(loginIds).where(eq(loginIds.accountId, id))),
      ...(await tx
        .select({ id: apiSessions.id })
        .from(apiSessions)
        .where(eq(apiSessions.accountId, id))),
    ];
    await endAccountApiSessions(tx, id);
    return ended.map((one) => one.id);
  });
  if (sessionIds.length > 0) ctx.events.publish({ type: 'sessions-ended', sessionIds });
}
