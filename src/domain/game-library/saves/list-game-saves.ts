import { desc, eq } from 'drizzle-orm';
import { gameSaves, games } from '#database/schema.ts';
import { gameSaveConstants } from '#shared/constants/game-library/game-saves.ts';
import { withCover } from '../../catalog/covers/cover-path.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';

/** What games stored for the actor, the newest first. @throws AppError `login-required`. */
export async function listGameSaves(ctx: Ctx) {
  const { id: userId } = requireActor(ctx);
  const saves = await ctx.db
    .select({
      id: games.id,
      name: games.name,
      backgroundImage: games.backgroundImage,
      bytes: gameSaves.bytes,
      savedAt: gameSaves.savedAt,
    })
    .from(gameSaves)
    .innerJoin(games, eq(games.id, gameSaves.gameId))
    .where(eq(gameSaves.userId, userId))
    .orderBy(desc(gameSaves.savedAt), games.id)
    .limit(gameSaveConstants.savesMax);
  return saves.map(withCover);
}
