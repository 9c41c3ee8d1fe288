import { and, eq } from 'drizzle-orm';
import { gameSaves } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';

/**
 * Deletes what a game stored for the actor, also of a game that the actor cannot play any more. With a `revision` only
 * that one is deleted. Returns whether it deleted something.
 * @throws AppError `login-required`, `rate-limited`.
 */
export async function deleteGameSave(
  ctx: Ctx,
  { gameId, revision }: { gameId: number; revision?: string },
): Promise<boolean> {
  const { id: userId } = requireActor(ctx);
  await ctx.rateLimiter.take('game-saves-by-account', userId);
  const deleted = await ctx.db
    .delete(gameSaves)
    .where(
      and(
        eq(gameSaves.userId, userId),
        eq(gameSaves.gameId, gameId),
        revision === undefined ? undefined : eq(gameSaves.revision, revision),
      ),
    )
    .returning({ gameId: gameSaves.gameId });
  return deleted.length > 0;
}
