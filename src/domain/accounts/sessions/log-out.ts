import { eq, sql } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { presenceConstants } from '#shared/constants/accounts.ts';
import { clearSessionCookie, isSecureOrigin } from './session-cookie.ts';
import { endOwnSession } from './start-session.ts';

/**
 * Ends the request's session with what is connected by it, and makes the account Offline at once unless
 * it is connected by another session. Answers the Set-Cookie header that takes the cookie away. A
 * visitor may log out, too: nothing happens.
 */
export async function logOut(ctx: Ctx): Promise<string> {
  await endOwnSession(ctx);
  if (ctx.actor && !ctx.presence.isHeld(ctx.actor.id, ctx.actor.sessionId)) {
    await showOffline(ctx, ctx.actor.id);
  }
  return clearSessionCookie(isSecureOrigin(ctx.request.origin));
}

/** Makes an account Offline that was seen within the last minute. */
export async function showOffline(ctx: Ctx, id: string): Promise<void> {
  await ctx.presence.forget(id);
  // Not null: when a guest was last seen decides when it is retired.
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
