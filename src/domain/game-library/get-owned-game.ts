import { and, eq } from 'drizzle-orm';
import { games, ownedGames } from '#database/schema.ts';
import { withCover } from '../catalog/covers/cover-path.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';

/** Returns the game if the actor owns it, otherwise null. @throws AppError `login-required`. */
export async function getOwnedGame(ctx: Ctx, gameId: number) {
  const { id } = requireActor(ctx);
  const [game] = await ctx.db
    .select({ id: games.id, name: games.name, backgroundImage: games.backgroundImage })
    .from(ownedGames)
    .innerJoin(games, eq(games.id, ownedGames.gameId))
    .where(and(eq(ownedGames.userId, id), eq(ownedGames.gameId, gameId)));
  return game ? withCover(game) : null;
}
