import { eq } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import type { Ctx } from '../../context.ts';
import { cachedRead } from '../../lib/cached-read.ts';

/** A change clears it on every node. This is for a node that did not hear of it. */
const freshMs = 10_000;

/** Whether any game is hidden. Few sites have one, and many pages ask. */
export const hasHiddenGames = cachedRead('has-hidden-games', freshMs, async ({ db }) => {
  const [hidden] = await db
    .select({ id: games.id })
    .from(games)
    .where(eq(games.isHidden, true))
    .limit(1);
  return hidden !== undefined;
});

/** Whether a page has to ask whether a game is hidden: for games of the site, and where any game is. */
export async function canBeHidden(
  ctx: Pick<Ctx, 'db' | 'clock' | 'readCache'>,
  gameId: number,
): Promise<boolean> {
  return gameId >= ownGameConstants.idsFrom || (await hasHiddenGames(ctx));
}
