import { and, asc, count, eq, isNull, ne, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { appeals, moderationLog, users } from '#database/schema.ts';
import { reportConstants } from '#shared/constants/moderation/reports.ts';
import type { Ctx } from '../../context.ts';
import { countPages } from '../../lib/page-count.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';

const moderator = alias(users, 'moderator');

/** The open appeals, except those of the actor. */
function isOpenFor(actorId: string): SQL | undefined {
  return and(isNull(appeals.decidedAt), ne(appeals.userId, actorId));
}

/**
 * A page of the open appeals, the oldest first. `isOwnAct` says that the actor did what it is against.
 * @throws AppError `login-required`, `moderators-only`.
 */
export async function listAppeals(ctx: Ctx, { page }: { page: number }) {
  const actor = requireModerator(ctx);
  const condition = isOpenFor(actor.id);
  const [rows, total] = await Promise.all([
    ctx.db
      .select({
        id: appeals.id,
        player: users.displayUsername,
        text: appeals.text,
        at: appeals.createdAt,
        act: moderationLog.act,
        actAt: moderationLog.at,
        reason: moderationLog.reason,
        details: moderationLog.details,
        moderator: moderator.displayUsername,
        moderatorId: moderationLog.moderatorId,
      })
      .from(appeals)
      .innerJoin(moderationLog, eq(moderationLog.id, appeals.logId))
      .innerJoin(users, eq(users.id, appeals.userId))
      .leftJoin(moderator, eq(moderator.id, moderationLog.moderatorId))
      .where(condition)
      .orderBy(asc(appeals.id))
      .limit(reportConstants.pageSize)
      .offset((page - 1) * reportConstants.pageSize),
    ctx.db.$count(appeals, condition),
  ]);
  return {
    appeals: rows.map(({ moderatorId, ...row }) => ({
      ...row,
      isOwnAct: moderatorId === actor.id,
    })),
    page,
    pages: countPages(total, reportConstants.pageSize),
  };
}

/** An appeal in the list. */
export type ListedAppeal = Awaited<ReturnType<typeof listAppeals>>['appeals'][number];

/** How many appeals wait. @throws AppError `login-required`, `moderators-only`. */
export async function countOpenAppeals(ctx: Ctx): Promise<number> {
  const actor = requireModerator(ctx);
  const [row] = await ctx.db.select({ appeals: count() }).from(appeals).where(isOpenFor(actor.id));
  return row?.appeals ?? 0;
}
