import { and, eq } from 'drizzle-orm';
import { groupMembers } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { enterGroup } from '../accounts/enter-group.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import type { Ctx } from '../context.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { lockEntrant } from './group-people.ts';
import { lockGroup } from './lock-group.ts';

/**
 * Makes the actor a member of a group that everybody may join and on which nothing hangs.
 * @throws AppError `login-required`, `guest-not-allowed`, `rate-limited`, `account-suspended`, `group-gone`,
 * `group-closed`, `group-joined`, `groups-full`.
 */
export async function joinGroup(ctx: Ctx, { groupId }: { groupId: string }): Promise<void> {
  const { id: userId } = requirePlayer(ctx);
  await ctx.rateLimiter.take('groups-by-account', userId);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockEntrant(tx, { entrantId: userId, actorId: userId, now: at });
    const { joining, carries } = await lockGroup(tx, groupId, 'share');
    if (joining !== 'self' || carries) throw new AppError('group-closed');
    await enterGroup(tx, { groupId, userId, how: 'self', at });
  });
}

/**
 * Ends the membership of the actor, unless the group limits its members.
 * @throws AppError `login-required`, `guest-not-allowed`, `rate-limited`, `group-gone`, `group-limits`,
 * `group-not-joined`.
 */
export async function leaveGroup(ctx: Ctx, { groupId }: { groupId: string }): Promise<void> {
  const { id: userId } = requirePlayer(ctx);
  await ctx.rateLimiter.take('groups-by-account', userId);
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [userId], 'key share');
    const { limits } = await lockGroup(tx, groupId, 'share');
    if (limits) throw new AppError('group-limits');
    const left = await tx
      .delete(groupMembers)
      .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId)))
      .returning({ userId: groupMembers.userId });
    if (left.length === 0) {
      throw new AppError('group-not-joined', { text: 'You are not in this group.' });
    }
  });
}
