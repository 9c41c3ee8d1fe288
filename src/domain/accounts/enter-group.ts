import { and, count, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { groupMembers, groupRequests, groups } from '#database/schema.ts';
import { type EntryKind, groupConstants } from '#shared/constants/groups.ts';
import { AppError } from '#shared/errors/app-error.ts';

interface Entry {
  groupId: string;
  userId: string;
  how: EntryKind;
  at: Date;
}

/**
 * Makes an account a member of a group. The caller has checked who may do that, and has locked or just created the
 * account, so that its groups are counted. The group stays as it is until the transaction ends.
 * @throws AppError `group-gone`, `group-joined`, `groups-full`.
 */
export async function enterGroup(
  tx: Queryable,
  { groupId, userId, how, at }: Entry,
): Promise<void> {
  const [group] = await tx
    .select({ id: groups.id })
    .from(groups)
    .where(eq(groups.id, groupId))
    .for('share');
  if (!group) throw new AppError('group-gone');
  const joined = await tx
    .insert(groupMembers)
    .values({ groupId, userId, how, joinedAt: at })
    .onConflictDoNothing()
    .returning({ userId: groupMembers.userId });
  if (joined.length === 0) throw new AppError('group-joined');
  const [all] = await tx
    .select({ groups: count() })
    .from(groupMembers)
    .where(eq(groupMembers.userId, userId));
  if ((all?.groups ?? 0) > groupConstants.ofAccountMax) throw new AppError('groups-full');
  await tx
    .delete(groupRequests)
    .where(and(eq(groupRequests.groupId, groupId), eq(groupRequests.userId, userId)));
}
