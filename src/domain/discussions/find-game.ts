import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { games, ownedGames } from '#db/schema.ts';

/**
 * The id of the game that somebody means by a name, without regard to case: one that they own, then the
 * most rated. Null where there is none.
 */
export async function findGame(
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
