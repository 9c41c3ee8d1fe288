import { desc, eq } from 'drizzle-orm';
import { reportCases, reports } from '#database/schema.ts';
import { reportConstants } from '#shared/constants/moderation/reports.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';

/**
 * The actor's latest reports, with no more than whether moderators acted on each.
 * @throws AppError `login-required`.
 */
export function listOwnReports(ctx: Ctx) {
  const { id } = requireActor(ctx);
  return ctx.db
    .select({
      id: reports.id,
      kind: reportCases.kind,
      reason: reports.reason,
      at: reports.createdAt,
      outcome: reportCases.outcome,
    })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(eq(reports.reporterId, id))
    .orderBy(desc(reports.id))
    .limit(reportConstants.ownMax);
}
