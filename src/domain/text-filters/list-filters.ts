import { asc, desc, eq } from 'drizzle-orm';
import { adminLog, textFilters, users } from '#database/schema.ts';
import { type FilterKind, textFilterConstants } from '#shared/constants/moderation/text-filters.ts';
import type { Ctx } from '../context.ts';
import { countPages } from '../lib/page-count.ts';
import { requireModerator } from '../permissions/require-moderator.ts';
import { filterSubject, type LoggedFilter } from './change-filters.ts';

/**
 * A page of the filters in the order of their words. @throws AppError `login-required`, `moderators-only`.
 */
export async function listFilters(
  ctx: Ctx,
  { kind, page }: { kind: FilterKind | null; page: number },
) {
  requireModerator(ctx);
  const condition = kind === null ? undefined : eq(textFilters.kind, kind);
  const { pageSize } = textFilterConstants;
  const [filters, total] = await Promise.all([
    ctx.db
      .select({
        id: textFilters.id,
        kind: textFilters.kind,
        pattern: textFilters.pattern,
        act: textFilters.act,
        version: textFilters.version,
        changedAt: textFilters.changedAt,
      })
      .from(textFilters)
      .where(condition)
      .orderBy(asc(textFilters.kind), asc(textFilters.compared))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    ctx.db.$count(textFilters, condition),
  ]);
  return { filters, total, page, pages: countPages(total, pageSize) };
}

/** A filter in the list. */
export type ListedFilter = Awaited<ReturnType<typeof listFilters>>['filters'][number];

/**
 * The latest changes of filters, newest first. `isLatest` tells whether the filter was not changed since, so that
 * the change can be undone.
 * @throws AppError `login-required`, `moderators-only`.
 */
export async function listFilterChanges(ctx: Ctx) {
  requireModerator(ctx);
  const rows = await ctx.db
    .select({
      id: adminLog.id,
      act: adminLog.act,
      admin: users.displayUsername,
      details: adminLog.details,
      at: adminLog.at,
    })
    .from(adminLog)
    .innerJoin(users, eq(users.id, adminLog.accountId))
    .where(eq(adminLog.subject, filterSubject))
    .orderBy(desc(adminLog.id))
    .limit(textFilterConstants.changesShown);
  const seen = new Set<string>();
  return rows.map(({ details, ...row }) => {
    const { filter, before, after } = details as unknown as LoggedFilter;
    const isLatest = !seen.has(filter);
    seen.add(filter);
    return { ...row, before, after, isLatest };
  });
}

/** A change of a filter as its page shows it. */
export type ListedFilterChange = Awaited<ReturnType<typeof listFilterChanges>>[number];
