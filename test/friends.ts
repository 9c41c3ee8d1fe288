import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { friendships } from '#db/schema.ts';

/** Makes two accounts friends, without their asking. */
export async function befriend(db: Database, a: string, b: string): Promise<void> {
  const [lowId = '', highId = ''] = [a, b].toSorted();
  await db.insert(friendships).values({ lowId, highId, since: new Date('2026-02-01T00:00:00Z') });
}

/** Ends the friendship of two accounts. */
export async function unfriend(db: Database, a: string, b: string): Promise<void> {
  const [lowId = '', highId = ''] = [a, b].toSorted();
  await db
    .delete(friendships)
    .where(and(eq(friendships.lowId, lowId), eq(friendships.highId, highId)));
}
