import { lt } from 'drizzle-orm';
import { idempotencyKeys } from '#db/schema.ts';
import { idempotencyKey } from '#shared/limits.ts';
import type { Ctx } from '../context.ts';

/** Deletes the answers kept for repeated forms once they are older than 24 hours. */
export async function forgetOldKeys({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const cutoff = new Date(clock.now().getTime() - idempotencyKey.lifetimeMs);
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, cutoff));
}
