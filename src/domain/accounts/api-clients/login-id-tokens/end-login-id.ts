import { and, eq, inArray } from 'drizzle-orm';
import { loginIds, users } from '#database/schema.ts';
import { markOffline } from '#domain/accounts/sessions/log-out.ts';
import { hashToken } from '#domain/accounts/sessions/secret-token.ts';
import { byUsername } from '#domain/accounts/username-condition.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockApiSessions } from '../sessions/lock-api-sessions.ts';

/**
 * The function `logoutUser`: ends a loginId and closes its sockets. The player is Offline at once unless
 * a socket of another session is connected.
 * @throws AppError `login-required` for a loginId that has ended or belongs to another player.
 */
export async function endLoginId(
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
  if (!ctx.accounts.presence.isConnected(ended.accountId, ended.id))
    await markOffline(ctx, ended.accountId);
}
