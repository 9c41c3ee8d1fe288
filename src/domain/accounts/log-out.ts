import { eq, sql } from 'drizzle-orm';
import { users } from '#db/schema.ts';
import { presence } from '#shared/limits.ts';
import type { Ctx } from '../context.ts';
import { clearSessionCookie, isSecureOrigin } from './session-cookie.ts';
import { endOwnSession } from './start-session.ts';

/**
 * Ends the request's session and makes the account Offline at once. Answers the Set-Cookie header that
 * takes the cookie away. A visitor may log out, too: nothing happens.
 */
export async function logOut(ctx: Ctx): Promise<string> {
  await endOwnSession(ctx);
  if (ctx.actor) {
    await ctx.presence.forget(ctx.actor.id);
    // Not null: when a guest was last seen decides when it is retired.
    const offline = new Date(ctx.clock.now().getTime() - presence.onlineMs);
    await ctx.db
      .update(users)
      .set({ lastSeenAt: sql`least(${users.lastSeenAt}, ${offline.toISOString()}::timestamptz)` })
      .where(eq(users.id, ctx.actor.id));
  }
  return clearSessionCookie(isSecureOrigin(ctx.request.origin));
}
