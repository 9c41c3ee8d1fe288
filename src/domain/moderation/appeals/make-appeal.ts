import { and, eq } from 'drizzle-orm';
import { appeals, moderationLog } from '#database/schema.ts';
import { isAppealable } from '#shared/constants/moderation/moderation-actions.ts';
import { reportConstants } from '#shared/constants/moderation/reports.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';
import { isActUndone } from '../undoing/mark-act-undone.ts';

/**
 * Appeals against an act of a moderator on the actor, once for each act and within 30 days.
 * @throws AppError `login-required`, `rate-limited`, `act-gone`, `appeal-late`, `act-undone`, `appeal-again`.
 */
export async function makeAppeal(
  ctx: Ctx,
  { actId, text }: { actId: string; text: string },
): Promise<void> {
  const { id: userId } = requireActor(ctx);
  await storeAppeal(ctx, { userId, actId, text });
}

interface NewAppeal {
  userId: string;
  /** Null if there is no such act. */
  actId: string | null;
  text: string;
}

/**
 * Stores an appeal of an account whose owner has proved to be asking.
 * @throws AppError `rate-limited`, `act-gone`, `appeal-late`, `appeal-again`.
 */
export async function storeAppeal(ctx: Ctx, { userId, actId, text }: NewAppeal): Promise<void> {
  await ctx.rateLimiter.take('appeal-by-account', userId);
  if (actId === null) throw new AppError('act-gone');
  const now = ctx.clock.now();
  const [done] = await ctx.db
    .select({ act: moderationLog.act, at: moderationLog.at, by: moderationLog.moderatorId })
    .from(moderationLog)
    .where(and(eq(moderationLog.id, actId), eq(moderationLog.targetId, userId)));
  if (!done || !isAppealable(done.act) || done.by === userId) throw new AppError('act-gone');
  if (now.getTime() - done.at.getTime() >= reportConstants.appealMs) {
    throw new AppError('appeal-late');
  }
  if (await isActUndone(ctx.db, actId)) throw new AppError('act-undone');
  const added = await ctx.db
    .insert(appeals)
    .values({ logId: actId, userId, text, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: appeals.id });
  if (added.length === 0) throw new AppError('appeal-again');
}
