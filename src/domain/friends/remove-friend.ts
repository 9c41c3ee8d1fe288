import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { friendships } from '#database/schema.ts';
import { endTradeOffersOf } from '#database/sql/close-trade-offers.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { withoutLimits } from '../age-limits/limited-reads.ts';
import type { Ctx } from '../context.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { findPersonByUsername } from './find-person-by-username.ts';
import { toFriendPair } from './lock-friend-pair.ts';

/**
 * Ends the friendship with `username`, for both players, and their open trade offers.
 * @throws AppError `login-required`, `guest-not-allowed`, `user-not-found`, `not-friends`.
 */
export async function removeFriend(ctx: Ctx, { username }: { username: string }): Promise<void> {
  const actor = requirePlayer(ctx);
  const friend = await findPersonByUsername(ctx, username);
  const at = ctx.clock.now();
  // Also offers of cards that the actor may not see end.
  const traders = await withoutLimits(ctx).db.transaction(async (tx) => {
    if (!(await endFriendship(tx, actor.id, friend.id))) throw new AppError('not-friends');
    return endTradeOffersOf(tx, { userId: actor.id, otherId: friend.id, at });
  });
  ctx.events.publish({ type: 'friends-changed', userIds: [actor.id, friend.id] });
  if (traders.length > 0) ctx.events.publish({ type: 'trades-changed', userIds: traders });
}

/** Ends the friendship of two players. Returns whether they were friends. */
export async function endFriendship(db: Queryable, a: string, b: string): Promise<boolean> {
  const { lowId, highId } = toFriendPair(a, b);
  const ended = await db
    .delete(friendships)
    .where(and(eq(friendships.lowId, lowId), eq(friendships.highId, highId)))
    .returning({ since: friendships.since });
  return ended.length > 0;
}
