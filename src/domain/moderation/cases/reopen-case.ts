import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { moderationLog, reportCases, undoneActs } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import { markActUndone } from '../undoing/mark-act-undone.ts';
import { requireMayDecide } from './lock-case.ts';

interface Reopening {
  caseId: string;
  /** When it was closed, as the moderator saw it: an old form does not open a case that was decided again. */
  closedAt: Date;
  reason: string;
}

/**
 * Opens a closed case again, so that it can be decided again. What was done when it was closed stays done. A case
 * that was closed without an act is thereby undone in the log.
 * @throws AppError `login-required`, `moderators-only`, `case-gone`, `case-own`, `not-above`, `case-open`
 * (also when it was decided again), `case-again` (the thing has a newer open case).
 */
export async function reopenCase(ctx: Ctx, { caseId, closedAt, reason }: Reopening): Promise<void> {
  const actor = requireModerator(ctx);
  const now = ctx.clock.now();
  try {
    await ctx.db.transaction((tx) => reopen(tx, { caseId, closedAt, reason, actor, now }));
  } catch (error) {
    // A report opened a new case at this moment.
    throw getViolatedConstraint(error) === 'report_cases_open' ? new AppError('case-again') : error;
  }
}

async function reopen(
  tx: Queryable,
  { caseId, closedAt, reason, actor, now }: Reopening & { actor: Actor; now: Date },
): Promise<void> {
  const [found] = await tx
    .select()
    .from(reportCases)
    .where(eq(reportCases.id, caseId))
    .for('update');
  if (!found || found.authorId === actor.id) throw new AppError('case-gone');
  await requireMayDecide(tx, { found, actor });
  if (found.closedAt?.getTime() !== closedAt.getTime()) throw new AppError('case-open');
  await requireNoNewerCase(tx, found);
  await tx
    .update(reportCases)
    .set({ closedBy: null, closedAt: null, outcome: null, takenBy: null, takenAt: null })
    .where(and(eq(reportCases.id, caseId), isNotNull(reportCases.closedAt)));
  const undoneBy = await appendToModerationLog(tx, {
    moderatorId: actor.id,
    act: 'reopen-case',
    targetId: found.authorId,
    reason,
    details: { case: caseId, outcome: found.outcome },
    at: now,
  });
  const actId = await findClosing(tx, found);
  if (actId !== null) await markActUndone(tx, { actId, undoneBy });
}

/** A thing has at most one open case. @throws AppError `case-again`. */
async function requireNoNewerCase(
  tx: Queryable,
  { kind, thing }: typeof reportCases.$inferSelect,
): Promise<void> {
  const open = await tx
    .select({ id: reportCases.id })
    .from(reportCases)
    .where(
      and(eq(reportCases.kind, kind), eq(reportCases.thing, thing), isNull(reportCases.closedAt)),
    );
  if (open.length > 0) throw new AppError('case-again');
}

/** The entry of the log that closed a case without an act; null if it has no such entry, or if that was undone. */
async function findClosing(
  tx: Queryable,
  { id, authorId }: typeof reportCases.$inferSelect,
): Promise<string | null> {
  const [entry] = await tx
    .select({ id: moderationLog.id })
    .from(moderationLog)
    .leftJoin(undoneActs, eq(undoneActs.actId, moderationLog.id))
    .where(
      and(
        eq(moderationLog.targetId, authorId),
        eq(moderationLog.act, 'close-report'),
        eq(sql`${moderationLog.details} ->> 'case'`, id),
        isNull(undoneActs.actId),
      ),
    )
    .orderBy(desc(moderationLog.id))
    .limit(1);
  return entry?.id ?? null;
}
