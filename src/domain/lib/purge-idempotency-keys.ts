import { lt } from 'drizzle-orm';
import { idempotencyKeys } from '#database/schema.ts';
import { idempotencyKeyConstants } from '#shared/constants/http-requests.ts';
import type { Ctx } from '../context.ts';

/** Deletes stored answers that are older than 24 hours. */
export async function purgeIdempotencyKeys({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const cutoff = new Date(clock.now().getTime() - idempotencyKeyConstants.lifetimeMs);
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, cutoff));
}
