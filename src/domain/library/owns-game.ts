import { and, eq } from 'drizzle-orm';
import { ownedGames } from '#database/schema.ts';
import type { Ctx } from '../context.ts';

/** Whether the actor owns the game; false for a visitor. */
export async function ownsGame(ctx: Ctx, gameId: number): Promise<boolean> {
  if (!ctx.actor) return false;
  const [row] = await ctx.db
    .select({ gameId: ownedGames.gameId })
    .from(ownedGames)
    .where(and(eq(ownedGames.userId, ctx.actor.id), eq(ownedGames.gameId, gameId)));
  return row !== undefined;
}
