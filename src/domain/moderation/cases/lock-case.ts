import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { reportCases, reports, users } from '#database/schema.ts';
import { reportConstants } from '#shared/constants/moderation/reports.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Actor } from '../../actor.ts';
import { listLowerRoles } from '../../permissions/require-moderator.ts';

/** Whether a moderator works on a case now; after half an hour it counts as left. */
export function isTaken(takenAt: Date | null, now: Date): boolean {
  return takenAt !== null && now.getTime() - takenAt.getTime() < reportConstants.takenMs;
}

/**
 * Locks an open case that the moderator may decide. A moderator decides neither a case about himself, which
 * he does not see, nor one that he reported, nor one about an equal or higher role; an admin decides all others.
 * @throws AppError `case-gone`, `case-closed`, `case-own`, `not-above`, `case-taken`.
 */
export async function lockCase(
  tx: Queryable,
  { caseId, actor, now }: { caseId: string; actor: Actor; now: Date },
) {
  const [found] = await tx
    .select()
    .from(reportCases)
    .where(eq(reportCases.id, caseId))
    .for('update');
  if (!found || found.authorId === actor.id) throw new AppError('case-gone');
  if (found.closedBy === actor.id) {
    throw new AppError('case-closed', { text: 'You have closed this case already.' });
  }
  if (found.closedAt) throw new AppError('case-closed');
  const isBelow = await requireMayDecide(tx, { found, actor });
  if (found.takenBy !== actor.id && isTaken(found.takenAt, now)) throw new AppError('case-taken');
  return { ...found, isBelow };
}

/**
 * Checks that a moderator may decide a case. Returns whether the account has a lower role, so that it may be
 * sanctioned.
 * @throws AppError `case-own`, `not-above`.
 */
export async function requireMayDecide(
  tx: Queryable,
  { found, actor }: { found: { id: string; authorId: string }; actor: Actor },
): Promise<boolean> {
  const ownReports = await tx
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.caseId, found.id), eq(reports.reporterId, actor.id)));
  if (ownReports.length > 0) throw new AppError('case-own');
  const [author] = await tx
    .select({ role: users.role })
    .from(users)
    .where(eq(users.id, found.authorId));
  const isBelow = author !== undefined && listLowerRoles(actor.role).includes(author.role);
  if (!isBelow && actor.role !== 'admin') throw new AppError('not-above');
  return isBelow;
}

export type LockedCase = Awaited<ReturnType<typeof lockCase>>;
