import { lt } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { friendRequests } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { getDeclineCutoff } from '../lock-friend-pair.ts';

/** Deletes declined friend requests whose sender may send another one, so that nothing reads them. Returns how many. */
export async function purgeDeclinedRequests(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const declined = lt(friendRequests.declinedAt, getDeclineCutoff(ctx));
  return deleteInBatches(ctx.db, friendRequests, declined);
}
