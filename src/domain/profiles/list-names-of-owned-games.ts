import { and, desc, eq, sql } from 'drizzle-orm';
import { games, ownedGames } from '#database/schema.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';
import type { Ctx } from '../context.ts';
import { findPersonByUsername } from '../friends/find-person-by-username.ts';
import { takeWithinBytes } from '../lib/limit-bytes.ts';
import { isVisible } from '../privacy/privacy-conditions.ts';

/**
 * Returns the names of a player's games, the last bought first, at most 1,000 and 256 KB. The list is empty
 * if the actor may not see them.
 * @throws AppError `user-not-found`.
 */
export async function listNamesOfOwnedGames(
  ctx: Pick<Ctx, 'db' | 'clock' | 'actor'>,
  { username }: { username: string },
): Promise<string[]> {
  const { id } = await findPersonByUsername(ctx, username);
  const actorId = sql`${ctx.actor?.id ?? null}::uuid`;
  const owned = await ctx.db
    .select({ name: games.name })
    .from(ownedGames)
    .innerJoin(games, eq(games.id, ownedGames.gameId))
    .where(and(eq(ownedGames.userId, id), isVisible('games', ownedGames.userId, actorId)))
    .orderBy(desc(ownedGames.boughtAt), games.id)
    .limit(realmListConstants.rowsMax);
  return takeWithinBytes(owned, ({ name }) => Buffer.byteLength(name)).map(({ name }) => name);
}
