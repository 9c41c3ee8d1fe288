import { and, eq, isNull } from 'drizzle-orm';
import { friendRequests } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { areFriends } from './are-friends.ts';
import { befriend } from './befriend.ts';
import { findPerson } from './find-person.ts';
import { withBothLocked } from './friend-pair.ts';
import { lockTwoAccounts } from './lock-two-accounts.ts';

/** The request of `senderId` that `targetId` has not answered. */
function waiting(senderId: string, targetId: string) {
  return and(
    eq(friendRequests.senderId, senderId),
    eq(friendRequests.targetId, targetId),
    isNull(friendRequests.declinedAt),
  );
}

/**
 * Makes a friend of `username`, who has asked for it.
 * @throws Refusal `login-required`, `guest-not-allowed`, `user-not-found`, `already-friends`,
 * `request-gone`, `friend-limit`, `not-reachable` (deleted in the meantime).
 */
export async function acceptRequest(ctx: Ctx, { username }: { username: string }): Promise<void> {
  const actor = requirePlayer(ctx);
  const sender = await findPerson(ctx, username);
  await withBothLocked(ctx, [actor.id, sender.id], async (tx) => {
    await lockTwoAccounts(tx, [actor.id, sender.id]);
    const [request] = await tx
      .select({ askedAt: friendRequests.askedAt })
      .from(friendRequests)
      .where(waiting(sender.id, actor.id));
    if (!request) {
      const friends = await areFriends(tx, actor.id, sender.id);
      throw new AppError(friends ? 'already-friends' : 'request-gone');
    }
    await befriend(ctx, tx, actor.id, sender.id);
  });
  ctx.events.publish({ type: 'friends-changed', userIds: [actor.id, sender.id] });
  ctx.notifier.post({ userId: sender.id, kind: 'request-accepted', actorId: actor.id });
}

/**
 * Declines what `username` asked. They are not told: to them it is pending for a day more.
 * @throws Refusal `login-required`, `guest-not-allowed`, `user-not-found`, `request-gone`.
 */
export async function declineRequest(ctx: Ctx, { username }: { username: string }): Promise<void> {
  const actor = requirePlayer(ctx);
  const sender = await findPerson(ctx, username);
  await withBothLocked(ctx, [actor.id, sender.id], async (tx) => {
    const declined = await tx
      .update(friendRequests)
      .set({ declinedAt: ctx.clock.now() })
      .where(waiting(sender.id, actor.id))
      .returning({ askedAt: friendRequests.askedAt });
    if (declined.length === 0) throw new AppError('request-gone');
  });
  ctx.events.publish({ type: 'friends-changed', userIds: [actor.id] });
}
