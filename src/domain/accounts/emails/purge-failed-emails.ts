import { lt } from 'drizzle-orm';
import { emailRequests } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { emailRequestConstants } from '#shared/constants/accounts.ts';

/** Deletes emails that failed a week ago. */
export async function purgeFailedEmails({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - emailRequestConstants.failedRetentionMs);
  await db.delete(emailRequests).where(lt(emailRequests.failedAt, before));
}
