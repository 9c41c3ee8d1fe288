import { and, eq, or } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { friendRequests, friendships } from '#database/schema.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { countFriends } from './count-friends.ts';
import { toFriendPair } from './lock-friend-pair.ts';

/**
 * Makes two players friends and deletes the requests between them. The caller must have locked both.
 * @throws AppError `friend-limit`.
 */
export async function createFriendship(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Queryable,
  a: string,
  b: string,
): Promise<void> {
  for (const id of [a, b]) {
    if ((await countFriends(tx, id)) >= friendsConstants.max) throw new AppError('friend-limit');
  }
  await deleteRequestsBetween(tx, a, b);
  await tx.insert(friendships).values({ ...toFriendPair(a, b), since: clock.now() });
}

/** Deletes the friend requests between two players, in both directions. Returns how many there were. */
export async function deleteRequestsBetween(tx: Queryable, a: string, b: string): Promise<number> {
  const deleted = await tx
    .delete(friendRequests)
    .where(
      or(
        and(eq(friendRequests.senderId, a), eq(friendRequests.targetId, b)),
        and(eq(friendRequests.senderId, b), eq(friendRequests.targetId, a)),
      ),
    )
    .returning({ senderId: friendRequests.senderId });
  return deleted.length;
}
