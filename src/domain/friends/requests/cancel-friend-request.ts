import { and, eq, isNull } from 'drizzle-orm';
import { friendRequests } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { areFriends } from '../are-friends.ts';
import { findPersonByUsername } from '../find-person-by-username.ts';
import { withFriendPairLocked } from '../lock-friend-pair.ts';
import { appearsPending } from '../relation-columns.ts';

/**
 * Cancels the actor's friend request to `username`. A declined request stays in the database until a day
 * after the decline, so that cancelling does not allow a new request earlier. The sender sees no
 * difference.
 * @throws AppError `login-required`, `guest-not-allowed`, `user-not-found`, `already-friends`,
 * `request-gone`.
 */
export async function cancelFriendRequest(
  ctx: Ctx,
  { username }: { username: string },
): Promise<void> {
  const actor = requirePlayer(ctx);
  const target = await findPersonByUsername(ctx, username);
  const isOwn = and(
    eq(friendRequests.senderId, actor.id),
    eq(friendRequests.targetId, target.id),
    appearsPending(ctx),
  );
  const notifiedIds = await withFriendPairLocked(ctx, [actor.id, target.id], async (tx) => {
    const returning = { askedAt: friendRequests.askedAt };
    const deleted = await tx
      .delete(friendRequests)
      .where(and(isOwn, isNull(friendRequests.declinedAt)))
      .returning(returning);
    if (deleted.length > 0) return [actor.id, target.id];
    const declined = await tx
      .update(friendRequests)
      .set({ withdrawnAt: ctx.clock.now() })
      .where(isOwn)
      .returning(returning);
    if (declined.length > 0) return [actor.id];
    const friends = await areFriends(tx, actor.id, target.id);
    throw new AppError(friends ? 'already-friends' : 'request-gone');
  });
  ctx.events.publish({ type: 'friends-changed', userIds: notifiedIds });
}
