import { asc, eq } from 'drizzle-orm';
import { games, ownedGames } from '#db/schema.ts';
import { requireActor } from '../accounts/require-actor.ts';
import { withCover } from '../catalogue/picture-address.ts';
import type { Ctx } from '../context.ts';

/** The actor's games by name. @throws Refusal `login-required`. */
export async function listLibrary(ctx: Ctx) {
  const { id } = requireActor(ctx);
  const owned = await ctx.db
    .select({
      id: games.id,
      name: games.name,
      backgroundImage: games.backgroundImage,
      boughtAt: ownedGames.boughtAt,
    })
    .from(ownedGames)
    .innerJoin(games, eq(games.id, ownedGames.gameId))
    .where(eq(ownedGames.userId, id))
    .orderBy(asc(games.name), asc(games.id));
  return owned.map(withCover);
}
