import { lt } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { activity } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { subtractDays } from '../lib/subtract-days.ts';

/** Deletes activity of more than a year ago. Returns how many rows were deleted. */
export async function purgeOldActivity({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  return deleteInBatches(db, activity, lt(activity.at, subtractDays(clock, 365)));
}
