import { desc, eq } from 'drizzle-orm';
import { games, ownedGames } from '#db/schema.ts';
import { wire } from '#shared/limits.ts';
import type { Ctx } from '../context.ts';
import { findPerson } from '../friends/find-person.ts';
import { firstWithinBytes } from '../within-bytes.ts';

/**
 * The names of somebody's games, the last bought first, 1,000 and 256 KB at most.
 * @throws Refusal `user-not-found`.
 */
export async function listGamesOf(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { username }: { username: string },
): Promise<string[]> {
  const { id } = await findPerson(ctx, username);
  const owned = await ctx.db
    .select({ name: games.name })
    .from(ownedGames)
    .innerJoin(games, eq(games.id, ownedGames.gameId))
    .where(eq(ownedGames.userId, id))
    .orderBy(desc(ownedGames.boughtAt), games.id)
    .limit(wire.rowsMax);
  return firstWithinBytes(owned, ({ name }) => Buffer.byteLength(name)).map(({ name }) => name);
}
