import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { conversations } from '#db/schema.ts';

/** A conversation of two accounts with so many messages of one sender; answers its id. */
export async function createConversation(
  db: Database,
  [a, b]: readonly [string, string],
  { count, text }: { count: number; text: string },
): Promise<string> {
  const [lowId = '', highId = ''] = [a, b].toSorted();
  const id = randomUUID();
  await db.insert(conversations).values({ id, lowId, highId, lastNumber: count });
  await db.execute(sql`insert into messages (conversation_id, number, id, sender_id, text, sent_at)
    select ${id}::uuid, number, gen_random_uuid(), ${a}::uuid, ${text}, now()
    from generate_series(1, ${count}::integer) as number`);
  return id;
}
