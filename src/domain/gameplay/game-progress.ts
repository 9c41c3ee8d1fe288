import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gameProgress, playSessions } from '#database/schema.ts';

/** The key of a row of `game_progress`. */
interface PlayedGame {
  userId: string;
  gameId: number;
}

/**
 * The time of the last call of a play session, moved forward to `now`. The clocks of two nodes may differ, and
 * the time between two calls must not be counted twice.
 */
export function laterCall(now: Date) {
  return sql`greatest(${playSessions.lastCallAt}, ${now.toISOString()}::timestamptz)`;
}

/**
 * Adds the time since the last call of a play session, which the caller has locked, and locks the row until
 * the transaction ends. Returns the number of cards of the game since the last legendary one.
 */
export async function addPlayedTime(
  tx: Queryable,
  { userId, gameId }: PlayedGame,
  { lastCallAt, now }: { lastCallAt: Date; now: Date },
): Promise<number> {
  const playedMs = Math.max(0, now.getTime() - lastCallAt.getTime());
  const [row] = await tx
    .insert(gameProgress)
    .values({ userId, gameId, playedMs, lastPlayedAt: now })
    .onConflictDoUpdate({
      target: [gameProgress.userId, gameProgress.gameId],
      set: {
        playedMs: sql`${gameProgress.playedMs} + excluded.played_ms`,
        lastPlayedAt: sql`greatest(${gameProgress.lastPlayedAt}, excluded.last_played_at)`,
      },
    })
    .returning({ cardsSinceLegendary: gameProgress.cardsSinceLegendary });
  return row?.cardsSinceLegendary ?? 0;
}

/** Returns the number of cards that an account drew of a game since its last legendary one. */
export async function readCardsSinceLegendary(
  db: Queryable,
  { userId, gameId }: PlayedGame,
): Promise<number> {
  const [row] = await db
    .select({ cardsSinceLegendary: gameProgress.cardsSinceLegendary })
    .from(gameProgress)
    .where(and(eq(gameProgress.userId, userId), eq(gameProgress.gameId, gameId)));
  return row?.cardsSinceLegendary ?? 0;
}
