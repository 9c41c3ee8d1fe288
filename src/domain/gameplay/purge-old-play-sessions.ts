import { and, eq, lt } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { playSessions } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { subtractDays } from '../lib/subtract-days.ts';

/**
 * Deletes play sessions that ended `days` ago and gave no card. Sessions that gave cards stay, because
 * the audit reads from them who played for a card. An award moves the start of the cycle, so this does not search
 * all cards. A session that began within an early award of another game has a later cycle too, and stays.
 * Returns how many were deleted.
 */
export async function purgeOldPlaySessions(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { days }: { days: number },
): Promise<number> {
  const isOld = lt(playSessions.endedAt, subtractDays(clock, days));
  const gaveNoCard = eq(playSessions.cycleStartedAt, playSessions.startedAt);
  return deleteInBatches(db, playSessions, and(isOld, gaveNoCard));
}
