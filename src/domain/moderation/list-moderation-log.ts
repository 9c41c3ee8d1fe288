import { and, count, desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { moderationLog, users } from '#database/schema.ts';
import { moderationConstants } from '#shared/constants/moderation.ts';
import type { ModerationAction } from '#shared/constants/moderation-actions.ts';
import { byUsername } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { requireModerator } from './require-moderator.ts';

/** One moderation action as the log shows it. */
export interface ModerationEntry {
  id: string;
  at: Date;
  act: ModerationAction;
  /** Username as typed; null for the operator at the command line. */
  moderator: string | null;
  /** Username as typed. */
  target: string;
  reason: string;
  details: Record<string, string | number | null>;
}

const moderator = alias(users, 'moderator');
const target = alias(users, 'target');

/**
 * Returns a page of the log, newest first. `of` filters by the moderated account, `act` by the action.
 * @throws AppError `login-required`, `moderators-only`.
 */
export async function listModerationLog(
  ctx: Ctx,
  { of, act, page }: { of: string | null; act: ModerationAction | null; page: number },
): Promise<{ entries: ModerationEntry[]; page: number; pages: number }> {
  requireModerator(ctx);
  const condition = and(
    of === null ? undefined : byUsername(of, target),
    act === null ? undefined : eq(moderationLog.act, act),
  );
  const [[total], entries] = await Promise.all([
    ctx.db
      .select({ entries: count() })
      .from(moderationLog)
      .innerJoin(target, eq(target.id, moderationLog.targetId))
      .where(condition),
    ctx.db
      .select({
        id: moderationLog.id,
        at: moderationLog.at,
        act: moderationLog.act,
        moderator: moderator.displayUsername,
        target: target.displayUsername,
        reason: moderationLog.reason,
        details: moderationLog.details,
      })
      .from(moderationLog)
      .innerJoin(target, eq(target.id, moderationLog.targetId))
      .leftJoin(moderator, eq(moderator.id, moderationLog.moderatorId))
      .where(condition)
      .orderBy(desc(moderationLog.id))
      .limit(moderationConstants.pageSize)
      .offset((page - 1) * moderationConstants.pageSize),
  ]);
  const pages = Math.ceil((total?.entries ?? 0) / moderationConstants.pageSize);
  return { entries, page, pages: Math.min(Math.max(1, pages), moderationConstants.pageMax) };
}
