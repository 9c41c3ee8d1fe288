import { lt } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { newcomerGains, tradingPairDays } from '#database/schema.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import type { Ctx } from '../context.ts';
import { subtractDays } from '../lib/subtract-days.ts';

/** Days that are kept. Only the present day limits trades. */
const keptDays = 2;

/** Deletes the trades of pairs of accounts, and gains from newcomers, of earlier days. Returns how many were deleted. */
export async function purgePairDays({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const first = utcDay(subtractDays(clock, keptDays));
  const pairs = await deleteInBatches(db, tradingPairDays, lt(tradingPairDays.day, first));
  return pairs + (await deleteInBatches(db, newcomerGains, lt(newcomerGains.day, first)));
}
