import { and, desc, eq, inArray } from 'drizzle-orm';
import { moderationLog, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { listLowerRoles, requireModerator } from '../../permissions/require-moderator.ts';
import { findModeratedAccount } from '../accounts/find-moderated-account.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import { isActUndone } from '../undoing/mark-act-undone.ts';
import { lockActAndAppeals, publishReversal, recordUndo } from '../undoing/undo-act.ts';

/**
 * Ends the suspension of an account with a lower role, and takes back the act that suspended it. Withdrawn listings
 * and ended orders stay so.
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
  const by = { moderatorId: actor.id, reason, at: now };
  await ctx.db.transaction(async (tx) => {
    const [suspension] = await tx
      .select({ id: moderationLog.id })
      .from(moderationLog)
      .where(and(eq(moderationLog.targetId, target.id), eq(moderationLog.act, 'suspend')))
      .orderBy(desc(moderationLog.id))
      .limit(1);
    const locked = suspension && (await lockActAndAppeals(tx, suspension.id));
    const restored = await tx
      .update(users)
      .set({ banned: false, banReason: null, banExpires: null, updatedAt: now })
      .where(and(eq(users.id, target.id), inArray(users.role, below), isSuspended(now)))
      .returning({ id: users.id });
    if (restored.length === 0) throw new AppError('not-suspended');
    if (locked && !(await isActUndone(tx, locked.log.id))) {
      return recordUndo(tx, { ...locked, act: 'restore' }, by);
    }
    await appendToModerationLog(tx, { ...by, act: 'restore', targetId: target.id });
  });
  publishReversal(ctx, { act: 'suspend', targetId: target.id });
}
