import { and, eq, ne, not } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { groupMembers, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import { isSuspended } from '../accounts/suspension.ts';
import { byUsername } from '../accounts/username-condition.ts';

/** Finds an account by username. @throws AppError `user-not-found`. */
export async function findAccount(db: Queryable, username: string) {
  const [account] = await db
    .select({ id: users.id, username: users.displayUsername })
    .from(users)
    .where(byUsername(username));
  if (!account) throw new AppError('user-not-found');
  return account;
}

/**
 * Locks accounts before one of them enters a group, which must be a registered account that is not suspended. A deletion
 * at the same time waits, or is seen here.
 * @throws AppError `guest-not-allowed`, `account-suspended`.
 */
export async function lockEntrant(
  tx: Queryable,
  { entrantId, actorId, now }: { entrantId: string; actorId: string; now: Date },
): Promise<void> {
  await lockAccounts(tx, [...new Set([actorId, entrantId])], 'no key update');
  const [entrant] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, entrantId), not(isSuspended(now))));
  if (!entrant) throw new AppError('account-suspended');
  if (entrant.role === 'guest') {
    throw new AppError('guest-not-allowed', { text: 'A guest cannot be in a group.' });
  }
}

/** Whether the account is a member of the group, and leads it. */
export async function readMembership(
  db: Queryable,
  { groupId, userId }: { groupId: string; userId: string | null },
): Promise<{ isMember: boolean; isLeader: boolean }> {
  if (userId === null) return { isMember: false, isLeader: false };
  const [member] = await db
    .select({ isLeader: groupMembers.isLeader })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId)));
  return { isMember: member !== undefined, isLeader: member?.isLeader === true };
}

/** The SQL condition that an account is shown among the members of groups. */
export const isShownMember = (now: Date) => and(ne(users.role, 'guest'), not(isSuspended(now)));
