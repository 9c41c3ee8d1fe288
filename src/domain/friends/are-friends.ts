import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { friendships } from '#database/schema.ts';
import { toFriendPair } from './lock-friend-pair.ts';

/** Whether two accounts are friends, by their ids. */
export async function areFriends(db: Queryable, a: string, b: string): Promise<boolean> {
  const { lowId, highId } = toFriendPair(a, b);
  const [friendship] = await db
    .select({ since: friendships.since })
    .from(friendships)
    .where(and(eq(friendships.lowId, lowId), eq(friendships.highId, highId)));
  return friendship !== undefined;
}
