import { lt } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { awardDays } from '#database/schema.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import type { Ctx } from '../context.ts';
import { subtractDays } from '../lib/subtract-days.ts';

/**
 * Deletes the numbers of awards of days that are `days` ago. Only the present day limits awards, and the audit
 * compares the days that are left. The cards stay. Returns how many were deleted.
 */
export async function purgeOldAwardDays(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { days }: { days: number },
): Promise<number> {
  return deleteInBatches(db, awardDays, lt(awardDays.day, utcDay(subtractDays(clock, days))));
}
