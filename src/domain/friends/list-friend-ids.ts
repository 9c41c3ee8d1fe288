import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { friendships } from '#database/schema.ts';

/** Who has a friend among the accounts named by id: each once. */
export async function listFriendIds(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const among = sql`any(${sql.param(ids)}::uuid[])`;
  const friends = await db.execute<{ id: string }>(sql`
    select ${friendships.highId} as id from ${friendships} where ${friendships.lowId} = ${among}
    union select ${friendships.lowId} from ${friendships} where ${friendships.highId} = ${among}`);
  return friends.rows.map(({ id }) => id);
}
