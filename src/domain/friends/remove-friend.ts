import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { friendships } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { findPersonByUsername } from './find-person-by-username.ts';
import { toFriendPair } from './lock-friend-pair.ts';

/**
 * Ends the friendship with `username`, for both players.
 * @throws AppError `login-required`, `guest-not-allowed`, `user-not-found`, `not-friends`.
 */
export async function removeFriend(ctx: Ctx, { username }: { username: string }): Promise<void> {
  const actor = requirePlayer(ctx);
  const friend = await findPersonByUsername(ctx, username);
  if (!(await endFriendship(ctx.db, actor.id, friend.id))) throw new AppError('not-friends');
  ctx.events.publish({ type: 'friends-changed', userIds: [actor.id, friend.id] });
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
