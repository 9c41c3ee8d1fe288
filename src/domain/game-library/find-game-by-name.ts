import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gameEarlierNames, games, ownedGames } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';

/**
 * Finds a game by name, without regard to case, or by a name that it had before. Of several games with the name, it prefers one that the
 * user owns, then the one with the most ratings. A hidden game is found for its owners, or `withHidden`. Returns
 * its id, or null if no game has the name.
 */
export async function findGameByName(
  db: Queryable,
  { name, userId, withHidden = false }: { name: string; userId: string; withHidden?: boolean },
): Promise<number | null> {
  if (name === '') return null;
  const find = (isNamed: SQL) => findNamed(db, isNamed, { userId, withHidden });
  return (
    (await find(sql`lower(${games.name}) = lower(${name})`)) ??
    find(
      inArray(
        games.id,
        db
          .select({ id: gameEarlierNames.gameId })
          .from(gameEarlierNames)
          .where(eq(gameEarlierNames.name, sql`lower(${name})`)),
      ),
    )
  );
}

async function findNamed(
  db: Queryable,
  isNamed: SQL,
  { userId, withHidden }: { userId: string; withHidden: boolean },
): Promise<number | null> {
  const [game] = await db
    .select({ id: games.id })
    .from(games)
    .leftJoin(ownedGames, and(eq(ownedGames.gameId, games.id), eq(ownedGames.userId, userId)))
    .where(
      and(
        isNamed,
        withHidden ? undefined : or(eq(games.isHidden, false), isNotNull(ownedGames.userId)),
      ),
    )
    .orderBy(
      desc(isNotNull(ownedGames.userId)),
      sql`${games.ratingsCount} desc nulls last`,
      games.id,
    )
    .limit(1);
  return game?.id ?? null;
}

/**
 * Returns the id of the game that `findGameByName` finds for the actor.
 * @throws AppError `login-required`, `game-not-found`.
 */
export async function requireGameByName(ctx: Ctx, name: string): Promise<number> {
  const { id: userId } = requireActor(ctx);
  const gameId = await findGameByName(ctx.db, { name, userId });
  if (gameId === null) throw new AppError('game-not-found');
  return gameId;
}
