import { and, eq, lt, notExists } from 'drizzle-orm';
import { cards, playSessions } from '#database/schema.ts';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import type { Ctx } from '../context.ts';

/**
 * Deletes play sessions that ended a day ago and gave no card. Sessions that gave cards stay, because
 * the audit reads from them who played for a card.
 */
export async function purgeOldPlaySessions({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const cutoff = new Date(clock.now().getTime() - gameplayConstants.endedPlaySessionRetentionMs);
  const awarded = db
    .select({ id: cards.id })
    .from(cards)
    .where(eq(cards.playSessionId, playSessions.id));
  await db.delete(playSessions).where(and(lt(playSessions.endedAt, cutoff), notExists(awarded)));
}
