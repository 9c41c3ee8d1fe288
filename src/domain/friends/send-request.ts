import { and, count, eq, lte, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { friendRequests } from '#database/schema.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { areFriends } from './are-friends.ts';
import { befriend } from './befriend.ts';
import { findPerson } from './find-person.ts';
import { declinedBefore, withBothLocked } from './friend-pair.ts';
import { isBlocked } from './is-blocked.ts';
import { lockTwoAccounts } from './lock-two-accounts.ts';
import { seemsPending } from './relation-columns.ts';

/**
 * Asks somebody to be friends; who has asked already becomes a friend at once. One that was declined
 * less than a day ago and taken back since is shown to its sender as pending again, and to nobody else.
 * @throws Refusal `login-required`, `guest-not-allowed`, `user-not-found`, `friend-self`,
 * `not-reachable` (a guest, suspended, or blocked either way), `already-friends`, `request-pending`,
 * `request-limit`, `friend-limit`, `rate-limited`.
 */
export async function sendRequest(
  ctx: Ctx,
  { username }: { username: string },
): Promise<{ state: 'pending' | 'friends' }> {
  const actor = requirePlayer(ctx);
  const target = await findPerson(ctx, username);
  if (target.id === actor.id) throw new AppError('friend-self');
  if (target.role === 'guest' || target.suspended) throw new AppError('not-reachable');
  await ctx.rateLimiter.take('friend-requests-by-account', actor.id);
  const state = await withBothLocked(ctx, [actor.id, target.id], async (tx) => {
    await lockTwoAccounts(tx, [actor.id, target.id]);
    await mayAsk(tx, actor.id, target.id);
    return ask(ctx, tx, actor.id, target.id);
  });
  ctx.events.publish({ type: 'friends-changed', userIds: [actor.id, target.id] });
  if (state === 'friends') {
    ctx.notifier.post({ userId: target.id, kind: 'request-accepted', actorId: actor.id });
  }
  return { state };
}

async function mayAsk(tx: Queryable, actorId: string, targetId: string): Promise<void> {
  if (await areFriends(tx, actorId, targetId)) throw new AppError('already-friends');
  if ((await isBlocked(tx, actorId, targetId)) || (await isBlocked(tx, targetId, actorId))) {
    throw new AppError('not-reachable');
  }
}

async function ask(
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
        lte(friendRequests.declinedAt, declinedBefore(ctx)),
      ),
    );
  const pending = seemsPending(ctx);
  const between = (sender: string, target: string) =>
    and(eq(friendRequests.senderId, sender), eq(friendRequests.targetId, target), pending);
  const [theirs] = await tx
    .select({ askedAt: friendRequests.askedAt })
    .from(friendRequests)
    .where(between(targetId, senderId));
  if (theirs) {
    await befriend(ctx, tx, senderId, targetId);
    return 'friends';
  }
  const [mine] = await tx
    .select({ askedAt: friendRequests.askedAt })
    .from(friendRequests)
    .where(between(senderId, targetId));
  if (mine) throw new AppError('request-pending');
  const [all] = await tx
    .select({ pending: count() })
    .from(friendRequests)
    .where(and(eq(friendRequests.senderId, senderId), pending));
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
