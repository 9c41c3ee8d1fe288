import { lt } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { activeDays } from '#database/schema.ts';
import { utcDayBefore } from '#shared/format/utc-day.ts';
import type { Ctx } from '../../context.ts';

/** Longer than a year, so that every month of it can be counted again. */
const daysStored = 400;

/** Deletes on which days accounts were seen, after 400 days. Returns how many rows were deleted. */
export async function purgeActiveDays({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  return deleteInBatches(db, activeDays, lt(activeDays.day, utcDayBefore(clock.now(), daysStored)));
}
