import { lt } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { idempotencyKeys } from '#database/schema.ts';
import { idempotencyKeyConstants } from '#shared/constants/http-requests.ts';
import type { Ctx } from '../context.ts';

/** Deletes stored answers that are older than 24 hours. Returns how many. */
export async function purgeIdempotencyKeys({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const cutoff = new Date(clock.now().getTime() - idempotencyKeyConstants.lifetimeMs);
  return deleteInBatches(db, idempotencyKeys, lt(idempotencyKeys.createdAt, cutoff));
}
