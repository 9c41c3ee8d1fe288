import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { playSessions } from '#database/schema.ts';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import { addPlayedTime } from './game-progress.ts';

/**
 * Ends the play session of an account, if it has one, and adds the time since its last call. A session without
 * a call for ten minutes had ended before; that time does not count.
 */
export async function endSession(
  tx: Queryable,
  { userId, now }: { userId: string; now: Date },
): Promise<{ cycleStartedAt: Date } | null> {
  const [ended] = await tx
    .update(playSessions)
    .set({ endedAt: now })
    .where(and(eq(playSessions.userId, userId), isNull(playSessions.endedAt)))
    .returning({
      gameId: playSessions.gameId,
      cycleStartedAt: playSessions.cycleStartedAt,
      lastCallAt: playSessions.lastCallAt,
    });
  if (!ended) return null;
  const { gameId, lastCallAt } = ended;
  if (now.getTime() - lastCallAt.getTime() < gameplayConstants.endAfterIdleMs) {
    await addPlayedTime(tx, { userId, gameId }, { lastCallAt, now });
  }
  return ended;
}
