import { count, eq, or, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import { friendships } from '#database/schema.ts';

/** Returns the number of an account's friends. */
export async function countFriends(db: Queryable, userId: string): Promise<number> {
  const [row] = await countFriendships(db, { userId });
  return row?.friends ?? 0;
}

const countFriendships = prepareSelect('count-friends', (db) =>
  db
    .select({ friends: count() })
    .from(friendships)
    .where(
      or(
        eq(friendships.lowId, sql.placeholder('userId')),
        eq(friendships.highId, sql.placeholder('userId')),
      ),
    ),
);
