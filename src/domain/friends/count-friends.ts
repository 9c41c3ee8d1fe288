import { count, eq, or } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { friendships } from '#database/schema.ts';

/** Returns the number of an account's friends. */
export async function countFriends(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ friends: count() })
    .from(friendships)
    .where(or(eq(friendships.lowId, userId), eq(friendships.highId, userId)));
  return row?.friends ?? 0;
}
