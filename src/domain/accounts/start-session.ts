import { eq } from 'drizzle-orm';
import { sessions, users } from '#db/schema.ts';
import type { Ctx } from '../context.ts';
import { authFor } from './auth.ts';
import { signToken } from './secret-token.ts';
import { isSecureOrigin, setSessionCookie } from './session-cookie.ts';

/** Starts a session for an account that has proved who it is. Answers its Set-Cookie header. */
export async function startSession(ctx: Ctx, userId: string): Promise<string> {
  const { internalAdapter } = await authFor(ctx).$context;
  const made = await internalAdapter.createSession(userId, false, {
    userAgent: ctx.request.userAgent ?? '',
  });
  await showOnline(ctx, userId);
  return cookieOf(ctx, made.token);
}

/** Makes an account Online at once: presence is written some seconds late, and on this node alone. */
export async function showOnline(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  await db.update(users).set({ lastSeenAt: clock.now() }).where(eq(users.id, userId));
}

/** The Set-Cookie header for a session's token. */
export function cookieOf(ctx: Ctx, token: string): string {
  return setSessionCookie(signToken(ctx.secret, token), isSecureOrigin(ctx.request.origin));
}

/** Ends the session that this request came with, if any: whoever logs in anew leaves it behind. */
export async function endOwnSession(ctx: Ctx): Promise<void> {
  if (ctx.actor) await ctx.db.delete(sessions).where(eq(sessions.id, ctx.actor.sessionId));
}
