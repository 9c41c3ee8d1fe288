import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { games, ownedGames } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';

/**
 * The id of the game that somebody means by a name, without regard to case: one that they own, then the
 * most rated. Null where there is none.
 */
export async function findGameByName(
  db: Queryable,
  { name, userId }: { name: string; userId: string },
): Promise<number | null> {
  if (name === '') return null;
  const [game] = await db
    .select({ id: games.id })
    .from(games)
    .leftJoin(ownedGames, and(eq(ownedGames.gameId, games.id), eq(ownedGames.userId, userId)))
    .where(sql`lower(${games.name}) = lower(${name})`)
    .orderBy(
      desc(isNotNull(ownedGames.userId)),
      sql`${games.ratingsCount} desc nulls last`,
      games.id,
    )
    .limit(1);
  return game?.id ?? null;
}

/**
 * The id of the game that the actor means by a name, as `findGame` finds it.
 * @throws Refusal `login-required`, `game-not-found`.
 */
export async function requireGameByName(ctx: Ctx, name: string): Promise<number> {
  const { id: userId } = requireActor(ctx);
  const gameId = await findGameByName(ctx.db, { name, userId });
  if (gameId === null) throw new AppError('game-not-found');
  return gameId;
}
