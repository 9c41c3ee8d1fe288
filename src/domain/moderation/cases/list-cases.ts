import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, type SQL } from 'drizzle-orm';
import { reportCases, reports, users } from '#database/schema.ts';
import { type ReportKind, reportConstants } from '#shared/constants/moderation/reports.ts';
import type { Ctx } from '../../context.ts';
import { countPages } from '../../lib/page-count.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { caseColumns, closer, taker } from './case-columns.ts';
import { isTaken } from './lock-case.ts';

interface CaseFilter {
  kind: ReportKind | null;
  state: 'open' | 'closed';
  /** Only cases that the actor works on, or closed. */
  mine: boolean;
  page: number;
}

/**
 * A page of the cases: open ones with the most reports first, then the oldest; closed ones latest first. Cases
 * about the actor are left out.
 * @throws AppError `login-required`, `moderators-only`.
 */
export async function listCases(ctx: Ctx, { kind, state, mine, page }: CaseFilter) {
  const actor = requireModerator(ctx);
  const isOpen = state === 'open';
  const mineColumn = isOpen ? reportCases.takenBy : reportCases.closedBy;
  const condition = and(
    isOpen ? isNull(reportCases.closedAt) : isNotNull(reportCases.closedAt),
    ne(reportCases.authorId, actor.id),
    kind === null ? undefined : eq(reportCases.kind, kind),
    mine ? eq(mineColumn, actor.id) : undefined,
  );
  const order: SQL[] = isOpen
    ? [desc(reportCases.reportCount), asc(reportCases.id)]
    : [desc(reportCases.closedAt), asc(reportCases.id)];
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ ...caseColumns, reports: reportCases.reportCount })
      .from(reportCases)
      .innerJoin(users, eq(users.id, reportCases.authorId))
      .leftJoin(taker, eq(taker.id, reportCases.takenBy))
      .leftJoin(closer, eq(closer.id, reportCases.closedBy))
      .where(condition)
      .orderBy(...order)
      .limit(reportConstants.pageSize)
      .offset((page - 1) * reportConstants.pageSize),
    ctx.db.$count(reportCases, condition),
  ]);
  const reasons = await countReasons(
    ctx,
    rows.map(({ id }) => id),
  );
  const now = ctx.clock.now();
  return {
    cases: rows.map(({ takenBy, takenAt, ...row }) => ({
      ...row,
      takenBy: isTaken(takenAt, now) ? takenBy : null,
      reasons: reasons.get(row.id)?.map(({ reason }) => reason) ?? [],
    })),
    total,
    page,
    pages: countPages(
      total,
      reportConstants.pageSize,
      reportConstants.pageMax * reportConstants.pageSize,
    ),
  };
}

/** A case in the list. */
export type ListedCase = Awaited<ReturnType<typeof listCases>>['cases'][number];

/** The reasons of each case, the most frequent first. */
async function countReasons({ db }: Pick<Ctx, 'db'>, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await db
    .select({ caseId: reports.caseId, reason: reports.reason, times: count() })
    .from(reports)
    .where(inArray(reports.caseId, ids))
    .groupBy(reports.caseId, reports.reason)
    .orderBy(desc(count()), asc(reports.reason));
  return Map.groupBy(rows, ({ caseId }) => caseId);
}
