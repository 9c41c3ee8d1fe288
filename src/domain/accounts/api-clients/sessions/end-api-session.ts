import { eq } from 'drizzle-orm';
import { apiSessions, loginIds } from '#database/schema.ts';
import { markOffline } from '#domain/accounts/sessions/log-out.ts';
import type { Ctx } from '#domain/context.ts';
import type { ApiCaller } from './api-caller.ts';

/**
 * Logs the caller's session out, with the loginId that is bound to it. Closes the sockets of both. The
 * actor is Offline at once unless a socket of another session is connected. The logout of an anonymous
 * session is stored as a row, because its token does not expire.
 */
export async function endApiSession(ctx: Ctx, caller: ApiCaller): Promise<void> {
  const { sessionId: id, apiUserId, accountId, actor } = caller;
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(apiSessions)
      .where(eq(apiSessions.id, id))
      .returning({ loginId: apiSessions.loginId });
    if (ended?.loginId) await tx.delete(loginIds).where(eq(loginIds.id, ended.loginId));
    if (accountId !== null) return;
    const revoked = { apiUserId, createdAt: now, revokedAt: now };
    await tx
      .insert(apiSessions)
      .values({ id, ...revoked })
      .onConflictDoUpdate({
        target: apiSessions.id,
        set: { ...revoked, accountId: null, expiresAt: null, loginId: null },
      });
  });
  if (!actor) return;
  ctx.events.publish({ type: 'sessions-ended', sessionIds: [id, actor.sessionId] });
  if (!ctx.accounts.presence.isConnected(actor.id, actor.sessionId))
    await markOffline(ctx, actor.id);
}
