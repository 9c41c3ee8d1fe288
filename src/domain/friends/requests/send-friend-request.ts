import { and, count, eq, lte, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { boolean } from '#database/column-types.ts';
import { friendRequests, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Ctx } from '#domain/context.ts';
import { addNotification } from '#domain/notifications/add-notification.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import { acceptsRequests } from '#domain/privacy/privacy-conditions.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { areFriends } from '../are-friends.ts';
import { isBlocked } from '../blocks/is-blocked.ts';
import { createFriendship } from '../create-friendship.ts';
import { findPersonByUsername } from '../find-person-by-username.ts';
import { getDeclineCutoff, withFriendPairLocked } from '../lock-friend-pair.ts';
import { lockRegisteredAccounts } from '../lock-registered-accounts.ts';
import { appearsPending } from '../relation-columns.ts';

/**
 * Sends a friend request. If the target has already sent one to the actor, both become friends at once.
 * If the target declined the actor's last request less than a day ago and the actor has cancelled it
 * since, the request appears as pending to the actor again and stays invisible to the target.
 * @throws AppError `login-required`, `guest-not-allowed`, `user-not-found`, `friend-self`,
 * `not-reachable` (a guest, suspended, blocked either way, or does not accept requests from the actor),
 * `already-friends`, `request-pending`, `request-limit`, `friend-limit`, `rate-limited`.
 */
export async function sendFriendRequest(
  ctx: Ctx,
  { username }: { username: string },
): Promise<{ state: 'pending' | 'friends' }> {
  const actor = requirePlayer(ctx);
  const target = await findPersonByUsername(ctx, username);
  if (target.id === actor.id) throw new AppError('friend-self');
  if (target.role === 'guest' || target.suspended) throw new AppError('not-reachable');
  await ctx.rateLimiter.take('friend-requests-by-account', actor.id);
  const state = await withFriendPairLocked(ctx, [actor.id, target.id], async (tx) => {
    await lockRegisteredAccounts(tx, [actor.id, target.id]);
    await requireRequestAllowed(ctx, tx, actor.id, target.id);
    return writeRequest(ctx, tx, actor.id, target.id);
  });
  ctx.events.publish({ type: 'friends-changed', userIds: [actor.id, target.id] });
  if (state === 'friends') ctx.notifier.deliverSoon();
  return { state };
}

async function requireRequestAllowed(
  ctx: Ctx,
  tx: Queryable,
  actorId: string,
  targetId: string,
): Promise<void> {
  if (await areFriends(tx, actorId, targetId)) throw new AppError('already-friends');
  if ((await isBlocked(tx, actorId, targetId)) || (await isBlocked(tx, targetId, actorId))) {
    throw new AppError('not-reachable');
  }
  const [settings] = await tx
    .select({
      // A player who sent a request accepts one back.
      accepts: typedSql(
        boolean,
        sql`(${acceptsRequests(sql`${targetId}::uuid`, sql`${actorId}::uuid`)}
          or exists (select from ${friendRequests} where ${friendRequests.senderId} = ${targetId}
            and ${friendRequests.targetId} = ${actorId} and ${appearsPending(ctx)}))`,
      ),
    })
    .from(users)
    .where(eq(users.id, targetId));
  if (!settings?.accepts) throw new AppError('not-reachable');
}

async function writeRequest(
  ctx: Ctx,
  tx: Queryable,
  senderId: string,
  targetId: string,
): Promise<'pending' | 'friends'> {
  await tx
    .delete(friendRequests)
    .where(
      and(
        eq(friendRequests.senderId, senderId),
        lte(friendRequests.declinedAt, getDeclineCutoff(ctx)),
      ),
    );
  const isPending = appearsPending(ctx);
  const isFromTo = (sender: string, target: string) =>
    and(eq(friendRequests.senderId, sender), eq(friendRequests.targetId, target), isPending);
  const [received] = await tx
    .select({ askedAt: friendRequests.askedAt })
    .from(friendRequests)
    .where(isFromTo(targetId, senderId));
  if (received) {
    await createFriendship(ctx, tx, senderId, targetId);
    await addNotification(ctx, tx, {
      userId: targetId,
      kind: 'request-accepted',
      actorId: senderId,
    });
    return 'friends';
  }
  const [sent] = await tx
    .select({ askedAt: friendRequests.askedAt })
    .from(friendRequests)
    .where(isFromTo(senderId, targetId));
  if (sent) throw new AppError('request-pending');
  const [all] = await tx
    .select({ pending: count() })
    .from(friendRequests)
    .where(and(eq(friendRequests.senderId, senderId), isPending));
  if ((all?.pending ?? 0) >= friendsConstants.pendingMax) throw new AppError('request-limit');
  const askedAt = ctx.clock.now();
  await tx
    .insert(friendRequests)
    .values({ senderId, targetId, askedAt })
    .onConflictDoUpdate({
      target: [friendRequests.senderId, friendRequests.targetId],
      set: { askedAt: sql`excluded.asked_at`, withdrawnAt: null },
    });
  return 'pending';
}
