import { eq, sql } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { presenceConstants } from '#shared/constants/accounts/presence.ts';
import { clearSessionCookie, isSecureOrigin } from './session-cookie.ts';
import { endRequestSession } from './start-session.ts';

/**
 * Ends the request's session and closes its sockets. The account is Offline at once unless a socket of
 * another session is connected. Returns the Set-Cookie header that deletes the cookie. For a visitor it
 * does nothing else.
 */
export async function logOut(ctx: Ctx): Promise<string> {
  await endRequestSession(ctx);
  if (ctx.actor && !ctx.accounts.presence.isConnected(ctx.actor.id, ctx.actor.sessionId)) {
    await markOffline(ctx, ctx.actor.id);
  }
  return clearSessionCookie(isSecureOrigin(ctx.request.origin));
}

/** Marks an account as Offline, even if it was seen within the last minute. */
export async function markOffline(ctx: Ctx, id: string): Promise<void> {
  await ctx.accounts.presence.discardMark(id);
  // Not null, because the last-seen time decides when a guest is retired.
  const offline = new Date(ctx.clock.now().getTime() - presenceConstants.onlineMs);
  await ctx.db
    .update(users)
    .set({
      lastSeenAt: sql`case when ${users.lastSeenAt} is not null
        then least(${users.lastSeenAt}, ${offline.toISOString()}::timestamptz) end`,
    })
    .where(eq(users.id, id));
  ctx.events.publish({ type: 'status-changed', userId: id, online: false });
}
