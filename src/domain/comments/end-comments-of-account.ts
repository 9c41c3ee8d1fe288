import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { profileComments } from '#database/schema.ts';
import { batchSize, repeatFullBatches } from '../lib/repeat-full-batches.ts';

/** Deletes what a deleted account wrote on profiles. Rows that another request has locked are left for the next run. */
export async function deleteCommentsOfAccount(db: Queryable, userId: string): Promise<void> {
  await repeatFullBatches(() => deleteBatch(db, userId));
}

async function deleteBatch(db: Queryable, userId: string): Promise<number> {
  const batch = db
    .select({ id: profileComments.id })
    .from(profileComments)
    .where(eq(profileComments.authorId, userId))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  const removed = await db
    .delete(profileComments)
    .where(sql`${profileComments.id} = any(array${batch})`)
    .returning({ id: profileComments.id });
  return removed.length;
}
