import { and, eq, sql } from 'drizzle-orm';
import { prepareSelect } from '#database/prepared-select.ts';
import { ownedGames } from '#database/schema.ts';
import type { Ctx } from '../context.ts';

/** Whether the actor owns the game; false for a visitor. */
export async function ownsGame(ctx: Ctx, gameId: number): Promise<boolean> {
  if (!ctx.actor) return false;
  const rows = await findOwned(ctx.db, { userId: ctx.actor.id, gameId });
  return rows.length > 0;
}

const findOwned = prepareSelect('owns-game', (db) =>
  db
    .select({ gameId: ownedGames.gameId })
    .from(ownedGames)
    .where(
      and(
        eq(ownedGames.userId, sql.placeholder('userId')),
        eq(ownedGames.gameId, sql.placeholder('gameId')),
      ),
    ),
);
