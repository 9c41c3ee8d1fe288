import { and, eq } from 'drizzle-orm';
import { groupMembers } from '#database/schema.ts';
import { groupConstants } from '#shared/constants/groups.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { enterGroup } from '../accounts/enter-group.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import type { Ctx } from '../context.ts';
import { requireRight } from '../permissions/require-right.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { findAccount, lockEntrant } from './group-people.ts';
import { lockGroup } from './lock-group.ts';
import { notifyMember } from './notify-member.ts';
import {
  requireAdminForCarrying,
  requireAdminForLimiting,
  requireMayGiveGroup,
} from './require-group-permissions.ts';

interface Member {
  groupId: string;
  username: string;
}

/**
 * Makes an account a member, whatever the group says about joining. It needs a fresh proof of identity if the group
 * gives roles.
 * @throws AppError `login-required`, `admins-only`, `user-not-found`, `guest-not-allowed`, `account-suspended`,
 * `group-gone`, `proof-required`, `group-joined`, `groups-full`.
 */
export async function addMember(ctx: Ctx, { groupId, username }: Member): Promise<void> {
  const { id: accountId } = requireRight(ctx, 'manage-groups');
  const { id: userId } = await findAccount(ctx.db, username);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockEntrant(tx, { entrantId: userId, actorId: accountId, now: at });
    const group = await lockGroup(tx, groupId, 'share');
    requireAdminForCarrying(ctx, group);
    await requireMayGiveGroup(ctx, tx, groupId);
    await enterGroup(tx, { groupId, userId, how: 'admin', at });
    await notifyMember(ctx, tx, { userId, group, what: 'added' });
    const details = { name: group.name, userId };
    await appendToAdminLog(tx, {
      ...{ accountId, act: 'add-group-member', subject: groupId, details, at },
    });
  });
  ctx.notifier.deliverSoon();
}

/**
 * Takes an account out of a group; only admins out of one that limits its members.
 * @throws AppError `login-required`, `admins-only`, `user-not-found`, `group-gone`, `right-lacking`, `group-not-joined`.
 */
export async function removeMember(ctx: Ctx, { groupId, username }: Member): Promise<void> {
  const { id: accountId } = requireRight(ctx, 'manage-groups');
  const { id: userId } = await findAccount(ctx.db, username);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [userId], 'key share');
    const group = await lockGroup(tx, groupId, 'share');
    requireAdminForLimiting(ctx, group);
    const removed = await tx
      .delete(groupMembers)
      .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId)))
      .returning({ userId: groupMembers.userId });
    if (removed.length === 0) throw new AppError('group-not-joined');
    await notifyMember(ctx, tx, { userId, group, what: 'removed' });
    const details = { name: group.name, userId };
    await appendToAdminLog(tx, {
      ...{ accountId, act: 'remove-group-member', subject: groupId, details, at },
    });
  });
  ctx.notifier.deliverSoon();
}

/**
 * Makes a member a leader, who sees the members and answers requests, or ends that.
 * @throws AppError `login-required`, `admins-only`, `user-not-found`, `group-gone`, `group-not-joined`,
 * `group-leader-limit`.
 */
export async function setLeader(
  ctx: Ctx,
  { groupId, username, isLeader }: Member & { isLeader: boolean },
): Promise<void> {
  const { id: accountId } = requireRight(ctx, 'manage-groups');
  const { id: userId } = await findAccount(ctx.db, username);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [userId], 'key share');
    // For update: leaders that are named at the same time count each other.
    const group = await lockGroup(tx, groupId, 'update');
    const isMember = and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId));
    const [member] = await tx
      .select({ isLeader: groupMembers.isLeader })
      .from(groupMembers)
      .where(isMember);
    if (!member) throw new AppError('group-not-joined');
    if (member.isLeader === isLeader) return;
    await tx.update(groupMembers).set({ isLeader }).where(isMember);
    const leaders = await tx.$count(
      groupMembers,
      and(eq(groupMembers.groupId, groupId), eq(groupMembers.isLeader, true)),
    );
    if (leaders > groupConstants.leadersMax) throw new AppError('group-leader-limit');
    await notifyMember(ctx, tx, { userId, group, what: isLeader ? 'leader' : 'no-leader' });
    await appendToAdminLog(tx, {
      accountId,
      act: isLeader ? 'name-group-leader' : 'end-group-leader',
      subject: groupId,
      details: { name: group.name, userId },
      at,
    });
  });
  ctx.notifier.deliverSoon();
}
