import { and, eq, isNull } from 'drizzle-orm';
import { friendRequests } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { addNotification } from '#domain/notifications/add-notification.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { areFriends } from '../are-friends.ts';
import { createFriendship } from '../create-friendship.ts';
import { findPersonByUsername } from '../find-person-by-username.ts';
import { withFriendPairLocked } from '../lock-friend-pair.ts';
import { lockRegisteredAccounts } from '../lock-registered-accounts.ts';

/** The condition that selects the request of `senderId` that `targetId` has not answered. */
function isUnanswered(senderId: string, targetId: string) {
  return and(
    eq(friendRequests.senderId, senderId),
    eq(friendRequests.targetId, targetId),
    isNull(friendRequests.declinedAt),
  );
}

/**
 * Accepts the friend request of `username`.
 * @throws AppError `login-required`, `guest-not-allowed`, `user-not-found`, `already-friends`,
 * `request-gone`, `friend-limit`, `not-reachable` (deleted in the meantime).
 */
export async function acceptFriendRequest(
  ctx: Ctx,
  { username }: { username: string },
): Promise<void> {
  const actor = requirePlayer(ctx);
  const sender = await findPersonByUsername(ctx, username);
  await withFriendPairLocked(ctx, [actor.id, sender.id], async (tx) => {
    await lockRegisteredAccounts(tx, [actor.id, sender.id]);
    const [request] = await tx
      .select({ askedAt: friendRequests.askedAt })
      .from(friendRequests)
      .where(isUnanswered(sender.id, actor.id));
    if (!request) {
      const friends = await areFriends(tx, actor.id, sender.id);
      throw new AppError(friends ? 'already-friends' : 'request-gone');
    }
    await createFriendship(ctx, tx, actor.id, sender.id);
    await addNotification(ctx, tx, {
      userId: sender.id,
      kind: 'request-accepted',
      actorId: actor.id,
    });
  });
  ctx.events.publish({ type: 'friends-changed', userIds: [actor.id, sender.id] });
  ctx.notifier.deliverSoon();
}

/**
 * Declines the friend request of `username`. The sender is not notified and sees the request as pending
 * for one more day.
 * @throws AppError `login-required`, `guest-not-allowed`, `user-not-found`, `request-gone`.
 */
export async function declineFriendRequest(
  ctx: Ctx,
  { username }: { username: string },
): Promise<void> {
  const actor = requirePlayer(ctx);
  const sender = await findPersonByUsername(ctx, username);
  await withFriendPairLocked(ctx, [actor.id, sender.id], async (tx) => {
    const declined = await tx
      .update(friendRequests)
      .set({ declinedAt: ctx.clock.now() })
      .where(isUnanswered(sender.id, actor.id))
      .returning({ askedAt: friendRequests.askedAt });
    if (declined.length === 0) throw new AppError('request-gone');
  });
  ctx.events.publish({ type: 'friends-changed', userIds: [actor.id] });
}
