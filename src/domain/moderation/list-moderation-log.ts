import { and, count, desc, eq, ilike } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { moderationLog, users } from '#database/schema.ts';
import { moderationConstants } from '#shared/constants/moderation.ts';
import type { ModerationAction } from '#shared/constants/moderation-actions.ts';
import { byUsername } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { isAmongNewest } from '../lib/is-among-newest.ts';
import { countPages } from '../lib/page-count.ts';
import { escapeForLike } from '../lib/search-words.ts';
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

interface LogQuery {
  /** The username of the moderated account. */
  of?: string | null;
  /** The username of the moderator. */
  by?: string | null;
  /** A part of the reason. It is searched among the newest `moderationConstants.searchedMax` entries. */
  q?: string;
  act?: ModerationAction | null;
  page: number;
}

/**
 * Returns a page of the log, newest first.
 * @throws AppError `login-required`, `moderators-only`.
 */
export async function listModerationLog(
  ctx: Ctx,
  { of = null, by = null, q = '', act = null, page }: LogQuery,
): Promise<{ entries: ModerationEntry[]; page: number; pages: number }> {
  requireModerator(ctx);
  const { pageSize, pageMax, searchedMax } = moderationConstants;
  const condition = and(
    of === null ? undefined : byUsername(of, target),
    by === null ? undefined : byUsername(by, moderator),
    act === null ? undefined : eq(moderationLog.act, act),
    q === ''
      ? undefined
      : and(
          isAmongNewest(moderationLog, searchedMax),
          ilike(moderationLog.reason, `%${escapeForLike(q)}%`),
        ),
  );
  const reachable = ctx.db
    .select({ id: moderationLog.id })
    .from(moderationLog)
    .innerJoin(target, eq(target.id, moderationLog.targetId))
    .leftJoin(moderator, eq(moderator.id, moderationLog.moderatorId))
    .where(condition)
    .limit(pageSize * pageMax)
    .as('reachable');
  const [[total], entries] = await Promise.all([
    ctx.db.select({ entries: count() }).from(reachable),
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
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  ]);
  return { entries, page, pages: countPages(total?.entries ?? 0, pageSize) };
}
