import { and, asc, eq } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import { shelfConstants } from '#shared/constants/catalog/catalog.ts';
import type { Ctx } from '../../context.ts';
import { cachedRead } from '../../lib/cached-read.ts';
import { withCover } from '../covers/cover-path.ts';
import type { GameSummary } from '../games/game-list-sql.ts';

/** The shelf of the games of the site, in the order that the editors chose; cached for at most a minute. */
export const listOwnShelf = cachedRead('own-shelf', shelfConstants.freshMs, readOwnShelf);

async function readOwnShelf({ db }: Pick<Ctx, 'db'>): Promise<GameSummary[]> {
  const rows = await db
    .select({
      id: games.id,
      name: games.name,
      released: games.released,
      rating: games.rating,
      backgroundImage: games.backgroundImage,
    })
    .from(games)
    .where(and(eq(games.source, 'own'), eq(games.isHidden, false)))
    .orderBy(asc(games.position), asc(games.id))
    .limit(shelfConstants.size);
  return rows.map(withCover);
}
