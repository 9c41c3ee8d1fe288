import { and, eq, isNull } from 'drizzle-orm';
import { friendRequests } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { areFriends } from './are-friends.ts';
import { findPerson } from './find-person.ts';
import { withBothLocked } from './friend-pair.ts';
import { seemsPending } from './relation-columns.ts';

/**
 * Takes the own request to `username` back. One that was declined keeps its place until its day is
 * over; its sender sees no difference.
 * @throws Refusal `login-required`, `guest-not-allowed`, `user-not-found`, `already-friends`,
 * `request-gone`.
 */
export async function cancelRequest(ctx: Ctx, { username }: { username: string }): Promise<void> {
  const actor = requirePlayer(ctx);
  const target = await findPerson(ctx, username);
  const mine = and(
    eq(friendRequests.senderId, actor.id),
    eq(friendRequests.targetId, target.id),
    seemsPending(ctx),
  );
  const toldTo = await withBothLocked(ctx, [actor.id, target.id], async (tx) => {
    const returning = { askedAt: friendRequests.askedAt };
    const waiting = await tx
      .delete(friendRequests)
      .where(and(mine, isNull(friendRequests.declinedAt)))
      .returning(returning);
    if (waiting.length > 0) return [actor.id, target.id];
    const declined = await tx
      .update(friendRequests)
      .set({ withdrawnAt: ctx.clock.now() })
      .where(mine)
      .returning(returning);
    if (declined.length > 0) return [actor.id];
    const friends = await areFriends(tx, actor.id, target.id);
    throw new AppError(friends ? 'already-friends' : 'request-gone');
  });
  ctx.events.publish({ type: 'friends-changed', userIds: toldTo });
}
