import { lt } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { emailRequests, requestedEmails } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { subtractDays } from '#domain/lib/subtract-days.ts';

/** Deletes emails that failed `days` ago. Returns how many. */
export async function purgeFailedEmails(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { days }: { days: number },
): Promise<number> {
  const before = subtractDays(clock, days);
  return (
    (await deleteInBatches(db, requestedEmails, lt(requestedEmails.failedAt, before))) +
    (await deleteInBatches(db, emailRequests, lt(emailRequests.failedAt, before)))
  );
}
