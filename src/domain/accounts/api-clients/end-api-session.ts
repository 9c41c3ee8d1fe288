import { eq } from 'drizzle-orm';
import { appSessions, loginIds } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { showOffline } from '../sessions/log-out.ts';
import type { ApiCaller } from './api-caller.ts';

/**
 * Logs the caller's session out, with the loginId that is bound to it and what is connected by either;
 * whoever acted in it is Offline at once unless connected by another session. That an anonymous one was
 * logged out is kept, as its token does not expire.
 */
export async function endApiSession(ctx: Ctx, caller: ApiCaller): Promise<void> {
  const { sessionId: id, appUserId, accountId, actor } = caller;
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(appSessions)
      .where(eq(appSessions.id, id))
      .returning({ loginId: appSessions.loginId });
    if (ended?.loginId) await tx.delete(loginIds).where(eq(loginIds.id, ended.loginId));
    if (accountId !== null) return;
    const revoked = { appUserId, createdAt: now, revokedAt: now };
    await tx
      .insert(appSessions)
      .values({ id, ...revoked })
      .onConflictDoUpdate({
        target: appSessions.id,
        set: { ...revoked, accountId: null, expiresAt: null, loginId: null },
      });
  });
  if (!actor) return;
  ctx.events.publish({ type: 'sessions-ended', sessionIds: [id, actor.sessionId] });
  if (!ctx.presence.isHeld(actor.id, actor.sessionId)) await showOffline(ctx, actor.id);
}
