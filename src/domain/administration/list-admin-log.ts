import { and, count, desc, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { adminLog, users } from '#database/schema.ts';
import { type AdminAction, adminLogConstants } from '#shared/constants/site/admin-actions.ts';
import { byUsername } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { countPages } from '../lib/page-count.ts';
import { isAmongNewestRows } from '../lib/search/is-among-newest-rows.ts';
import { matchesName } from '../lib/search/matches-name.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';

/** One change of the catalog by an editor or an admin. */
export interface AdminLogEntry {
  id: string;
  at: Date;
  act: AdminAction;
  /** Username as typed. */
  account: string;
  /** What was changed, such as the id of a game. */
  subject: string;
  details: Record<string, unknown>;
  /** The username of the account that the change was about; null without one. */
  person: string | null;
}

/**
 * A page of the admin log, newest first. `of` filters by the account that acted, `act` by what it did. `q` finds a
 * part of the name or id of what was changed, among the newest `adminLogConstants.searchedMax` entries.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function listAdminLog(
  ctx: Ctx,
  { of, q, act, page }: { of: string | null; q: string; act: AdminAction | null; page: number },
): Promise<{ entries: AdminLogEntry[]; pages: number }> {
  requireAdmin(ctx);
  const { pageSize, pageMax, searchedMax } = adminLogConstants;
  const condition = and(
    of === null ? undefined : byUsername(of, users),
    act === null ? undefined : eq(adminLog.act, act),
    q === ''
      ? undefined
      : and(
          isAmongNewestRows(adminLog, searchedMax),
          or(
            eq(adminLog.subject, q),
            matchesName(sql`${adminLog.details} ->> 'name'`, q),
            matchesName(sql`${adminLog.details} ->> 'game'`, q),
          ),
        ),
  );
  const person = alias(users, 'person');
  const reachable = ctx.db
    .select({ id: adminLog.id })
    .from(adminLog)
    .innerJoin(users, eq(users.id, adminLog.accountId))
    .where(condition)
    .limit(pageSize * pageMax)
    .as('reachable');
  const [[total], entries] = await Promise.all([
    ctx.db.select({ entries: count() }).from(reachable),
    ctx.db
      .select({
        id: adminLog.id,
        at: adminLog.at,
        act: adminLog.act,
        account: users.displayUsername,
        subject: adminLog.subject,
        details: adminLog.details,
        person: person.displayUsername,
      })
      .from(adminLog)
      .innerJoin(users, eq(users.id, adminLog.accountId))
      .leftJoin(person, sql`${person.id} = (${adminLog.details} ->> 'userId')::uuid`)
      .where(condition)
      .orderBy(desc(adminLog.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  ]);
  return { entries, pages: countPages(total?.entries ?? 0, pageSize) };
}
