import { and, eq } from 'drizzle-orm';
import { gameSaves } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { requireSavingPlayer } from './require-saving-player.ts';

/** What a game stored for a player. */
export interface GameSave {
  data: string;
  /** A new one at each change. */
  revision: string;
  savedAt: Date;
}

/**
 * What a game stored for the actor; null if it stored nothing.
 * @throws AppError `login-required`, `game-not-owned`, `rate-limited`.
 */
export async function getGameSave(
  ctx: Ctx,
  { gameId }: { gameId: number },
): Promise<GameSave | null> {
  const { userId } = await requireSavingPlayer(ctx, gameId);
  await ctx.rateLimiter.take('game-save-loads-by-account', userId);
  const [save] = await ctx.db
    .select({ data: gameSaves.data, revision: gameSaves.revision, savedAt: gameSaves.savedAt })
    .from(gameSaves)
    .where(and(eq(gameSaves.userId, userId), eq(gameSaves.gameId, gameId)));
  return save ?? null;
}
