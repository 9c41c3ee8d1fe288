import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { adminLog, textFilters, users } from '#database/schema.ts';
import { type FilterAct, textFilterConstants } from '#shared/constants/moderation/text-filters.ts';
import type { AdminAction } from '#shared/constants/site/admin-actions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { FilterInput } from '#shared/schemas/moderation/text-filters.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { getTextFilters } from './current-filters.ts';
import { parseFilter } from './parse-filter.ts';

/** The subject of all changes of filters in the admin log. */
export const filterSubject = 'text-filters';

/** What the admin log stores of a change, so that it can be undone. */
export interface LoggedFilter {
  /** The id of the filter. */
  filter: string;
  /** Null if the filter did not exist before, or does not exist after. */
  before: FilterInput | null;
  after: FilterInput | null;
  /** Of the filter after the change. */
  version: number;
}

/**
 * Adds a filter. It takes effect at once on every node.
 * @throws AppError `login-required`, `admins-only`; `bad-input` for a word or host that cannot be compared;
 * `filter-exists`, `filter-limit`.
 */
export async function addFilter(ctx: Ctx, input: FilterInput): Promise<void> {
  await changeFilters(ctx, async (tx, adminId) => {
    const stored = await insertFilter(tx, ctx, { input });
    await logChange(tx, ctx, {
      ...{ adminId, act: 'add-filter', filter: stored.id },
      ...{ before: null, after: toInput(stored), version: stored.version },
    });
  });
}

/**
 * Changes what a filter does. `version` is that of the page with the form.
 * @throws AppError `login-required`, `admins-only`, `filter-gone`, `filter-changed`; `bad-input` for an allowed
 * host, which does nothing.
 */
export async function editFilter(
  ctx: Ctx,
  { id, version, act }: { id: string; version: number; act: FilterAct },
): Promise<void> {
  await changeFilters(ctx, async (tx, adminId) => {
    const found = await findFilter(tx, { id, version });
    if (found.kind === 'allowed-host') throw new AppError('bad-input');
    if (found.act === act) return;
    await tx
      .update(textFilters)
      .set({ act, version: version + 1, changedAt: ctx.clock.now() })
      .where(eq(textFilters.id, id));
    const before = toInput(found);
    await logChange(tx, ctx, {
      ...{ adminId, act: 'edit-filter', filter: id },
      ...{ before, after: { ...before, act }, version: version + 1 },
    });
  });
}

/**
 * Removes a filter. @throws AppError `login-required`, `admins-only`, `filter-gone`, `filter-changed`.
 */
export async function removeFilter(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await changeFilters(ctx, async (tx, adminId) => {
    const found = await findFilter(tx, { id, version });
    await tx.delete(textFilters).where(eq(textFilters.id, id));
    await logChange(tx, ctx, {
      ...{ adminId, act: 'remove-filter', filter: id },
      ...{ before: toInput(found), after: null, version: version + 1 },
    });
  });
}

/**
 * Undoes a change of a filter that was not changed since: removes it, adds it again, or gives it back its act.
 * @throws AppError `login-required`, `admins-only`, `filter-change-gone`, `filter-changed`, `filter-exists`,
 * `filter-limit`.
 */
export async function undoFilterChange(ctx: Ctx, { change }: { change: string }): Promise<void> {
  await changeFilters(ctx, async (tx, adminId) => {
    const [logged] = await tx
      .select({ details: adminLog.details })
      .from(adminLog)
      .where(and(eq(adminLog.id, change), eq(adminLog.subject, filterSubject)));
    if (!logged) throw new AppError('filter-change-gone');
    const { filter, before, after, version } = logged.details as unknown as LoggedFilter;
    const entry = { adminId, filter, before: after, after: before, version: version + 1 };
    if (after === null) {
      await requireNotBack(tx, filter);
      if (before === null) throw new AppError('filter-change-gone');
      await insertFilter(tx, ctx, { input: before, id: filter, version: version + 1 });
      return logChange(tx, ctx, { ...entry, act: 'add-filter' });
    }
    await findFilter(tx, { id: filter, version });
    if (before === null) {
      await tx.delete(textFilters).where(eq(textFilters.id, filter));
      return logChange(tx, ctx, { ...entry, act: 'remove-filter' });
    }
    await tx
      .update(textFilters)
      .set({ act: before.act, version: version + 1, changedAt: ctx.clock.now() })
      .where(eq(textFilters.id, filter));
    return logChange(tx, ctx, { ...entry, act: 'edit-filter' });
  });
}

/** Runs a change. Changes wait for each other, so that the number of filters and each version are exact. */
async function changeFilters(
  ctx: Ctx,
  change: (tx: Transaction, adminId: string) => Promise<void>,
): Promise<void> {
  const { id: adminId } = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${textFilters} in share row exclusive mode`);
    // The role may have been taken away since the request began.
    const [admin] = await tx.select({ role: users.role }).from(users).where(eq(users.id, adminId));
    if (admin?.role !== 'admin') throw new AppError('admins-only');
    await change(tx, adminId);
  });
  getTextFilters.clear(ctx);
}

interface NewFilter {
  input: FilterInput;
  /** Of a filter that comes back. */
  id?: string;
  version?: number;
}

async function insertFilter(
  tx: Transaction,
  { clock }: Pick<Ctx, 'clock'>,
  { input, ...known }: NewFilter,
) {
  const parsed = parseFilter(input);
  if ((await tx.$count(textFilters)) >= textFilterConstants.filtersMax)
    throw new AppError('filter-limit');
  const [stored] = await tx
    .insert(textFilters)
    .values({ ...parsed, ...known, changedAt: clock.now() })
    .onConflictDoNothing()
    .returning();
  if (!stored) {
    const { message } = new AppError('filter-exists');
    throw new AppError('filter-exists', { fields: { pattern: message } });
  }
  return stored;
}

async function findFilter(tx: Transaction, { id, version }: { id: string; version: number }) {
  const [found] = await tx.select().from(textFilters).where(eq(textFilters.id, id));
  if (!found) throw new AppError('filter-gone');
  if (found.version !== version) throw new AppError('filter-changed');
  return found;
}

/** A removed filter came back already if its removal was undone. */
async function requireNotBack(tx: Transaction, id: string): Promise<void> {
  if ((await tx.$count(textFilters, eq(textFilters.id, id))) > 0)
    throw new AppError('filter-changed');
}

type StoredRow = typeof textFilters.$inferSelect;

const toInput = ({ kind, pattern, act }: StoredRow): FilterInput => ({ kind, pattern, act });

interface Change extends LoggedFilter {
  adminId: string;
  act: AdminAction;
}

async function logChange(
  tx: Transaction,
  { clock }: Pick<Ctx, 'clock'>,
  { adminId, act, ...logged }: Change,
): Promise<void> {
  const { before, after } = logged;
  const { pattern, act: filterAct } = after ?? before ?? { pattern: '', act: null };
  await appendToAdminLog(tx, {
    ...{ accountId: adminId, act, subject: filterSubject, at: clock.now() },
    details: { ...logged, pattern, act: filterAct },
  });
}
