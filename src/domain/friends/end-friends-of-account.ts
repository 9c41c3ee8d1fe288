import { eq, or } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { blocks, friendRequests, friendships } from '#database/schema.ts';

/** Deletes the friendships, friend requests and blocks of a deleted account. */
export async function deleteFriendsOfAccount(tx: Queryable, id: string): Promise<void> {
  await tx.delete(friendships).where(or(eq(friendships.lowId, id), eq(friendships.highId, id)));
  await tx
    .delete(friendRequests)
    .where(or(eq(friendRequests.senderId, id), eq(friendRequests.targetId, id)));
  await tx.delete(blocks).where(or(eq(blocks.blockerId, id), eq(blocks.blockedId, id)));
}
