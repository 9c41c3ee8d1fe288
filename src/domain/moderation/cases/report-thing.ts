import { and, eq, isNull, sql } from 'drizzle-orm';
import { reportCases, reports, users } from '#database/schema.ts';
import type { ReportReason } from '#shared/constants/moderation/reports.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireActor, requireNotRetired } from '../../permissions/require-actor.ts';
import { findReportedThing, type ThingReference } from './find-reported-thing.ts';

/**
 * Reports a thing to the moderators. Reports of one thing share a case until it is closed. An account reports a
 * thing once while its case is open; a further report changes nothing.
 * @throws AppError `login-required`, `rate-limited` (30 a day, guests 10), `thing-gone` (also for a message
 * of others), `report-own`.
 */
export async function reportThing(
  ctx: Ctx,
  { reason, text, ...reference }: ThingReference & { reason: ReportReason; text: string },
): Promise<void> {
  const actor = requireActor(ctx);
  const { thing, authorId, text: copy } = await findForReport(ctx, reference, actor.id);
  const limit = actor.role === 'guest' ? 'report-by-guest' : 'report-by-account';
  await ctx.rateLimiter.take(limit, actor.id);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    // Locks an open case of the thing. If it is closed at this moment, this waits and opens a new one.
    const [found] = await tx
      .insert(reportCases)
      .values({ kind: reference.kind, thing, authorId, copy, openedAt: now })
      .onConflictDoUpdate({
        target: [reportCases.kind, reportCases.thing],
        targetWhere: sql`closed_at is null`,
        set: { thing },
      })
      .returning({ id: reportCases.id, copy: reportCases.copy });
    if (!found) throw new Error('The insert of a case returned no row.');
    const added = await tx
      .insert(reports)
      .values({
        caseId: found.id,
        reporterId: actor.id,
        reason,
        text,
        copy: copy === found.copy ? null : copy,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: reports.id });
    if (added.length === 0) return;
    await tx
      .update(reportCases)
      .set({ reportCount: sql`${reportCases.reportCount} + 1` })
      .where(eq(reportCases.id, found.id));
    await requireNotRetired(tx, actor);
  });
}

/**
 * Returns what the actor is about to report, and whether it has reported it already.
 * @throws AppError `login-required`, `thing-gone`, `report-own`.
 */
export async function getReportableThing(ctx: Ctx, reference: ThingReference) {
  const actor = requireActor(ctx);
  const { thing, authorId, text } = await findForReport(ctx, reference, actor.id);
  const [[author], earlier] = await Promise.all([
    ctx.db.select({ username: users.displayUsername }).from(users).where(eq(users.id, authorId)),
    ctx.db
      .select({ id: reports.id })
      .from(reports)
      .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
      .where(
        and(
          eq(reportCases.kind, reference.kind),
          eq(reportCases.thing, thing),
          isNull(reportCases.closedAt),
          eq(reports.reporterId, actor.id),
        ),
      ),
  ]);
  return { author: author?.username ?? '', text, isReported: earlier.length > 0 };
}

async function findForReport(ctx: Ctx, reference: ThingReference, readerId: string) {
  const found = await findReportedThing(ctx.db, reference, readerId);
  if (!found) throw new AppError('thing-gone');
  if (found.authorId === readerId) throw new AppError('report-own');
  return found;
}
