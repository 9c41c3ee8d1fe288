import { and, count, desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#database/client.ts';
import { moderationLog, undoneActs, users } from '#database/schema.ts';
import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import type { ModerationAction } from '#shared/constants/moderation/moderation-actions.ts';
import { byUsername } from '../../accounts/username-condition.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { countPages } from '../../lib/page-count.ts';
import { isAmongNewestRows } from '../../lib/search/is-among-newest-rows.ts';
import { matchesName } from '../../lib/search/matches-name.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { mayUndo } from '../undoing/undo-permission.ts';

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
  /** The later entry that took it back; null if none did. */
  undone: { id: string; at: Date } | null;
  /** The earlier entry that it took back. */
  undoes: string | null;
  /** Whether the actor may take it back now. */
  mayUndo: boolean;
}

const moderator = alias(users, 'moderator');
const target = alias(users, 'target');
const undone = alias(undoneActs, 'undone');
const undoing = alias(undoneActs, 'undoing');
const undoneBy = alias(moderationLog, 'undone_by');

/** Selects entries of the log with their accounts and with what undid them. */
export function selectLogEntries(db: Queryable) {
  return db
    .select({
      id: moderationLog.id,
      at: moderationLog.at,
      act: moderationLog.act,
      moderator: moderator.displayUsername,
      targetId: moderationLog.targetId,
      target: target.displayUsername,
      targetRole: target.role,
      reason: moderationLog.reason,
      details: moderationLog.details,
      undone: { id: undoneBy.id, at: undoneBy.at },
      undoes: undoing.actId,
    })
    .from(moderationLog)
    .innerJoin(target, eq(target.id, moderationLog.targetId))
    .leftJoin(moderator, eq(moderator.id, moderationLog.moderatorId))
    .leftJoin(undone, eq(undone.actId, moderationLog.id))
    .leftJoin(undoneBy, eq(undoneBy.id, undone.undoneBy))
    .leftJoin(undoing, eq(undoing.undoneBy, moderationLog.id))
    .$dynamic();
}

type LogRow = Awaited<ReturnType<typeof selectLogEntries>>[number];

/** An entry as the actor sees it. */
export function toModerationEntry(row: LogRow, actor: Actor): ModerationEntry {
  const { targetId, targetRole, ...entry } = row;
  const isUndoable = row.undone === null && mayUndo(actor, { act: row.act, targetId, targetRole });
  return { ...entry, mayUndo: isUndoable };
}

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
  const actor = requireModerator(ctx);
  const { pageSize, pageMax, searchedMax } = moderationConstants;
  const condition = and(
    of === null ? undefined : byUsername(of, target),
    by === null ? undefined : byUsername(by, moderator),
    act === null ? undefined : eq(moderationLog.act, act),
    q === ''
      ? undefined
      : and(isAmongNewestRows(moderationLog, searchedMax), matchesName(moderationLog.reason, q)),
  );
  const reachable = ctx.db
    .select({ id: moderationLog.id })
    .from(moderationLog)
    .innerJoin(target, eq(target.id, moderationLog.targetId))
    .leftJoin(moderator, eq(moderator.id, moderationLog.moderatorId))
    .where(condition)
    .limit(pageSize * pageMax)
    .as('reachable');
  const [[total], rows] = await Promise.all([
    ctx.db.select({ entries: count() }).from(reachable),
    selectLogEntries(ctx.db)
      .where(condition)
      .orderBy(desc(moderationLog.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  ]);
  const entries = rows.map((row) => toModerationEntry(row, actor));
  return { entries, page, pages: countPages(total?.entries ?? 0, pageSize) };
}
