import { and, count, eq, isNull, lte } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { blocks, groupMembers, groupRequests } from '#database/schema.ts';
import { groupConstants } from '#shared/constants/groups.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { hasRight } from '#shared/rules/rights.ts';
import { enterGroup } from '../accounts/enter-group.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import type { Ctx } from '../context.ts';
import { addNotification } from '../notifications/add-notification.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { findAccount, lockEntrant, readMembership } from './group-people.ts';
import { type LockedGroup, lockGroup } from './lock-group.ts';
import { notifyMember } from './notify-member.ts';
import { requireMayGiveGroup } from './require-group-permissions.ts';

/**
 * Asks to become a member. The leaders are told, except those who block the actor or are blocked.
 * @throws AppError `login-required`, `guest-not-allowed`, `rate-limited`, `account-suspended`, `group-gone`,
 * `group-closed`, `group-joined`, `group-asked`, `group-refused`, `group-request-limit`.
 */
export async function sendGroupRequest(ctx: Ctx, { groupId }: { groupId: string }): Promise<void> {
  const { id: userId } = requirePlayer(ctx);
  await ctx.rateLimiter.take('groups-by-account', userId);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockEntrant(tx, { entrantId: userId, actorId: userId, now: at });
    const group = await lockGroup(tx, groupId, 'share');
    if (!takesRequests(group)) throw new AppError('group-closed');
    const { isMember } = await readMembership(tx, { groupId, userId });
    if (isMember) throw new AppError('group-joined', { text: 'You are already in this group.' });
    await insertRequest(tx, { groupId, userId, at });
    for (const leaderId of await listLeadersToTell(tx, { groupId, userId })) {
      await addNotification(ctx, tx, {
        ...{ userId: leaderId, kind: 'group-request', actorId: userId },
        ...{ thing: groupId, thingName: group.name },
      });
    }
  });
  ctx.notifier.deliverSoon();
}

/** Whether one can ask to join a group: also where everybody could join if nothing hung on it. */
export function takesRequests({ joining, carries }: Pick<LockedGroup, 'joining' | 'carries'>) {
  return joining === 'request' || (joining === 'self' && carries);
}

async function insertRequest(
  tx: Queryable,
  { groupId, userId, at }: { groupId: string; userId: string; at: Date },
): Promise<void> {
  const refusedBefore = new Date(at.getTime() - groupConstants.refusedMs);
  const isOwn = eq(groupRequests.userId, userId);
  await tx.delete(groupRequests).where(and(isOwn, lte(groupRequests.refusedAt, refusedBefore)));
  const inserted = await tx
    .insert(groupRequests)
    .values({ groupId, userId, askedAt: at })
    .onConflictDoNothing()
    .returning({ userId: groupRequests.userId });
  if (inserted.length === 0) {
    const waiting = await tx
      .select({ askedAt: groupRequests.askedAt })
      .from(groupRequests)
      .where(isWaiting(groupId, userId));
    throw new AppError(waiting.length > 0 ? 'group-asked' : 'group-refused');
  }
  const [open] = await tx
    .select({ requests: count() })
    .from(groupRequests)
    .where(and(isOwn, isNull(groupRequests.refusedAt)));
  if ((open?.requests ?? 0) > groupConstants.requestsMax) throw new AppError('group-request-limit');
}

async function listLeadersToTell(
  tx: Queryable,
  { groupId, userId }: { groupId: string; userId: string },
): Promise<string[]> {
  const leaders = await tx
    .select({ id: groupMembers.userId })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.isLeader, true)));
  const blocked = await tx.select().from(blocks).where(eq(blocks.blockedId, userId));
  const blocking = await tx.select().from(blocks).where(eq(blocks.blockerId, userId));
  const apart = new Set([
    ...blocked.map(({ blockerId }) => blockerId),
    ...blocking.map(({ blockedId }) => blockedId),
  ]);
  return leaders.map(({ id }) => id).filter((id) => !apart.has(id));
}

/**
 * Withdraws a request of the actor that nobody has answered.
 * @throws AppError `login-required`, `guest-not-allowed`, `rate-limited`, `group-request-gone`.
 */
export async function withdrawRequest(ctx: Ctx, { groupId }: { groupId: string }): Promise<void> {
  const { id } = requirePlayer(ctx);
  await ctx.rateLimiter.take('groups-by-account', id);
  const withdrawn = await ctx.db
    .delete(groupRequests)
    .where(isWaiting(groupId, id))
    .returning({ userId: groupRequests.userId });
  if (withdrawn.length === 0) throw new AppError('group-request-gone');
}

interface Answer {
  groupId: string;
  /** Who asked. */
  username: string;
}

/**
 * Accepts a request to join: leaders and admins. If the group gives roles, it needs a fresh proof of identity, and the
 * actor must have them.
 * @throws AppError `login-required`, `guest-not-allowed`, `user-not-found`, `account-suspended`, `group-gone`,
 * `group-leaders-only`, `right-lacking`, `proof-required`, `group-request-gone`, `group-joined`, `groups-full`.
 */
export async function acceptRequest(ctx: Ctx, { groupId, username }: Answer): Promise<void> {
  const actor = requirePlayer(ctx);
  const { id: userId } = await findAccount(ctx.db, username);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockEntrant(tx, { entrantId: userId, actorId: actor.id, now: at });
    const group = await lockGroup(tx, groupId, 'share');
    await requireLeader(ctx, tx, groupId);
    await requireMayGiveGroup(ctx, tx, groupId);
    const accepted = await tx
      .delete(groupRequests)
      .where(isWaiting(groupId, userId))
      .returning({ userId: groupRequests.userId });
    if (accepted.length === 0) throw new AppError('group-request-gone');
    await enterGroup(tx, { groupId, userId, how: 'request', at });
    await notifyMember(ctx, tx, { userId, group, what: 'accepted' });
    if (group.carries || hasRight(actor, 'manage-groups')) {
      await appendToAdminLog(tx, {
        accountId: actor.id,
        act: 'add-group-member',
        subject: groupId,
        details: { name: group.name, userId },
        at,
      });
    }
  });
  ctx.notifier.deliverSoon();
}

/**
 * Refuses a request to join: leaders and admins. Who asked is told, and can ask again after a week.
 * @throws AppError `login-required`, `guest-not-allowed`, `user-not-found`, `group-gone`, `group-leaders-only`,
 * `group-request-gone`.
 */
export async function rejectGroupRequest(ctx: Ctx, { groupId, username }: Answer): Promise<void> {
  requirePlayer(ctx);
  const { id: userId } = await findAccount(ctx.db, username);
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [userId], 'key share');
    const group = await lockGroup(tx, groupId, 'share');
    await requireLeader(ctx, tx, groupId);
    const refused = await tx
      .update(groupRequests)
      .set({ refusedAt: ctx.clock.now() })
      .where(isWaiting(groupId, userId))
      .returning({ userId: groupRequests.userId });
    if (refused.length === 0) throw new AppError('group-request-gone');
    await notifyMember(ctx, tx, { userId, group, what: 'refused' });
  });
  ctx.notifier.deliverSoon();
}

/** @throws AppError `group-leaders-only` for everybody but leaders of the group and admins. */
async function requireLeader(ctx: Ctx, tx: Queryable, groupId: string): Promise<void> {
  const actor = requirePlayer(ctx);
  if (hasRight(actor, 'manage-groups')) return;
  const { isLeader } = await readMembership(tx, { groupId, userId: actor.id });
  if (!isLeader) throw new AppError('group-leaders-only');
}

function isWaiting(groupId: string, userId: string) {
  return and(
    eq(groupRequests.groupId, groupId),
    eq(groupRequests.userId, userId),
    isNull(groupRequests.refusedAt),
  );
}
