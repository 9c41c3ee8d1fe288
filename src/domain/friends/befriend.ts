import { and, eq, or } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { friendRequests, friendships } from '#database/schema.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { countFriends } from './count-friends.ts';
import { pairOf } from './friend-pair.ts';

/**
 * Makes friends of two people whom the caller holds; their requests are answered with that.
 * @throws Refusal `friend-limit`.
 */
export async function befriend(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Queryable,
  a: string,
  b: string,
): Promise<void> {
  for (const id of [a, b]) {
    if ((await countFriends(tx, id)) >= friendsConstants.max) throw new AppError('friend-limit');
  }
  await deleteRequestsBetween(tx, a, b);
  await tx.insert(friendships).values({ ...pairOf(a, b), since: clock.now() });
}

/** Drops what either of two people asked the other; answers how many requests that were. */
export async function deleteRequestsBetween(tx: Queryable, a: string, b: string): Promise<number> {
  const dropped = await tx
    .delete(friendRequests)
    .where(
      or(
        and(eq(friendRequests.senderId, a), eq(friendRequests.targetId, b)),
        and(eq(friendRequests.senderId, b), eq(friendRequests.targetId, a)),
      ),
    )
    .returning({ senderId: friendRequests.senderId });
  return dropped.length;
}
