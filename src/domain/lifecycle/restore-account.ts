import { and, eq, inArray } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { appendToModerationLog } from '../moderation/append-to-moderation-log.ts';
import { findModeratedAccount } from '../moderation/find-moderated-account.ts';
import { listLowerRoles, requireModerator } from '../moderation/require-moderator.ts';

/**
 * Ends the suspension of an account with a lower role. Withdrawn listings and ended orders stay so.
 * @throws AppError `login-required`, `moderators-only`, `user-not-found`, `moderate-self`, `not-above`,
 * `not-suspended`.
 */
export async function restoreAccount(
  ctx: Ctx,
  { username, reason }: { username: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const now = ctx.clock.now();
  const target = await findModeratedAccount(ctx.db, username, now);
  if (target.id === actor.id) throw new AppError('moderate-self');
  const below = listLowerRoles(actor.role);
  if (!below.includes(target.role)) throw new AppError('not-above');
  await ctx.db.transaction(async (tx) => {
    const restored = await tx
      .update(users)
      .set({ banned: false, banReason: null, banExpires: null, updatedAt: now })
      .where(and(eq(users.id, target.id), inArray(users.role, below), isSuspended(now)))
      .returning({ id: users.id });
    if (restored.length === 0) throw new AppError('not-suspended');
    await appendToModerationLog(tx, {
      moderatorId: actor.id,
      act: 'restore',
      targetId: target.id,
      reason,
      at: now,
    });
  });
  ctx.events.publish({ type: 'status-changed', userId: target.id, online: false });
}
