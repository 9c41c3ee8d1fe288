import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { friendships } from '#database/schema.ts';

/** Returns the ids of all friends of the given accounts, each id once. */
export async function listFriendIds(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const isAmong = sql`any(${sql.param(ids)}::uuid[])`;
  const friends = await db.execute<{ id: string }>(sql`
    select ${friendships.highId} as id from ${friendships} where ${friendships.lowId} = ${isAmong}
    union select ${friendships.lowId} from ${friendships} where ${friendships.highId} = ${isAmong}`);
  return friends.rows.map(({ id }) => id);
}
