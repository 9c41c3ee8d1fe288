import { and, asc, count, eq, isNotNull, ne } from 'drizzle-orm';
import { reportCases, reports, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { listLowerRoles, requireModerator } from '../../permissions/require-moderator.ts';
import { caseColumns, closer, taker } from './case-columns.ts';
import { getCaseContext } from './get-case-context.ts';
import { isTaken } from './lock-case.ts';

/** How many reports of a case are shown. */
const shownReports = 100;

/**
 * A case with its reports, the thing as it is now and what the actor may do. A case about the actor does not
 * exist for him.
 * @throws AppError `login-required`, `moderators-only`, `case-gone`.
 */
export async function getCase(ctx: Ctx, caseId: string) {
  const actor = requireModerator(ctx);
  const [found] = await ctx.db
    .select({
      ...caseColumns,
      thing: reportCases.thing,
      authorId: reportCases.authorId,
      authorRole: users.role,
      reportCount: reportCases.reportCount,
    })
    .from(reportCases)
    .innerJoin(users, eq(users.id, reportCases.authorId))
    .leftJoin(taker, eq(taker.id, reportCases.takenBy))
    .leftJoin(closer, eq(closer.id, reportCases.closedBy))
    .where(and(eq(reportCases.id, caseId), ne(reportCases.authorId, actor.id)));
  if (!found) throw new AppError('case-gone');
  const { authorId, authorRole, thing, takenBy, takenAt, ...shown } = found;
  const [reported, ownReports, earlier, context] = await Promise.all([
    listReports(ctx, caseId),
    ctx.db.$count(reports, and(eq(reports.caseId, caseId), eq(reports.reporterId, actor.id))),
    countEarlierCases(ctx, { caseId, authorId }),
    getCaseContext(ctx, { caseId, kind: found.kind, thing }),
  ]);
  const isBelow = listLowerRoles(actor.role).includes(authorRole);
  return {
    ...shown,
    reports: reported,
    earlier,
    context,
    /** Who works on it now. */
    takenBy: isTaken(takenAt, ctx.clock.now()) ? takenBy : null,
    isOwnReport: ownReports > 0,
    maySanction: isBelow,
    mayDecide: isBelow || actor.role === 'admin',
  };
}

/** A case as its page shows it. */
export type ShownCase = Awaited<ReturnType<typeof getCase>>;

function listReports({ db }: Ctx, caseId: string) {
  return db
    .select({
      id: reports.id,
      reporter: users.displayUsername,
      reason: reports.reason,
      text: reports.text,
      copy: reports.copy,
      createdAt: reports.createdAt,
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.reporterId))
    .where(eq(reports.caseId, caseId))
    .orderBy(asc(reports.id))
    .limit(shownReports);
}

/** How many other cases about the author were closed, by outcome. */
async function countEarlierCases(
  { db }: Ctx,
  { caseId, authorId }: { caseId: string; authorId: string },
) {
  const rows = await db
    .select({ outcome: reportCases.outcome, times: count() })
    .from(reportCases)
    .where(
      and(
        eq(reportCases.authorId, authorId),
        ne(reportCases.id, caseId),
        isNotNull(reportCases.closedAt),
      ),
    )
    .groupBy(reportCases.outcome);
  const timesOf = (outcome: string) => rows.find((row) => row.outcome === outcome)?.times ?? 0;
  return { acted: timesOf('acted'), nothing: timesOf('nothing') };
}
