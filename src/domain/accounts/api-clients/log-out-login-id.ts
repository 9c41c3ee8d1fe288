import { and, eq, inArray } from 'drizzle-orm';
import { loginIds, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { byUsername } from '../by-username.ts';
import { showOffline } from '../sessions/log-out.ts';
import { hashToken } from '../sessions/secret-token.ts';
import { lockApiSessions } from './lock-api-sessions.ts';

/**
 * The function `logoutUser`: ends a loginId with what is connected by it, and makes its player Offline
 * at once unless it is connected by another session.
 * @throws Refusal `login-required` for a loginId that has ended or is not that player's.
 */
export async function logOutLoginId(
  ctx: Ctx,
  { username, loginId }: { username: string; loginId: string },
): Promise<void> {
  const player = ctx.db.select({ id: users.id }).from(users).where(byUsername(username));
  const hash = eq(loginIds.hash, hashToken(loginId));
  const ended = await ctx.db.transaction(async (tx) => {
    await lockApiSessions(tx, { loginIds: hash });
    const [deleted] = await tx
      .delete(loginIds)
      .where(and(hash, inArray(loginIds.accountId, player)))
      .returning({ id: loginIds.id, accountId: loginIds.accountId });
    return deleted;
  });
  if (!ended) throw new AppError('login-required');
  ctx.events.publish({ type: 'sessions-ended', sessionIds: [ended.id] });
  if (!ctx.presence.isHeld(ended.accountId, ended.id)) await showOffline(ctx, ended.accountId);
}
