import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { gameProgress, games, ownedGames } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { LibraryOrder } from '#shared/constants/game-library/game-library.ts';
import { listConstants } from '#shared/constants/lists.ts';
import { withCover } from '../catalog/covers/cover-path.ts';
import type { Ctx } from '../context.ts';
import { takeWithinBytes } from '../lib/limit-bytes.ts';
import { countPages } from '../lib/page-count.ts';
import { matchesName } from '../lib/search/matches-name.ts';
import { requireActor } from '../permissions/require-actor.ts';

export interface LibraryRequest {
  /** Text in the game's name, as `toSearchWords` compares; empty for all games. */
  q: string;
  order: LibraryOrder;
  page: number;
  perPage: number;
}

const orders: Record<LibraryOrder, SQL[]> = {
  name: [asc(games.name), asc(games.id)],
  newest: [desc(ownedGames.boughtAt), asc(games.id)],
};

/**
 * Returns a page of the actor's games. `owned` is the number of all games, `found` of those that match.
 * The cost is bounded by the number of owned games, the result by 100 games and 256 KB of names.
 * @throws AppError `login-required`.
 */
export async function listLibrary(ctx: Ctx, { q, order, page, ...request }: LibraryRequest) {
  const { id } = requireActor(ctx);
  const perPage = Math.min(request.perPage, listConstants.perPageMax);
  const isOwn = eq(ownedGames.userId, id);
  const matches = matchesSearch(q);
  const [items, [totals]] = await Promise.all([
    ctx.db
      .select({
        id: games.id,
        name: games.name,
        backgroundImage: games.backgroundImage,
        boughtAt: ownedGames.boughtAt,
        playedMs: gameProgress.playedMs,
        lastPlayedAt: gameProgress.lastPlayedAt,
      })
      .from(ownedGames)
      .innerJoin(games, eq(games.id, ownedGames.gameId))
      .leftJoin(
        gameProgress,
        and(eq(gameProgress.userId, id), eq(gameProgress.gameId, ownedGames.gameId)),
      )
      .where(and(isOwn, matches))
      .orderBy(...orders[order])
      .limit(perPage)
      .offset((page - 1) * perPage),
    ctx.db
      .select({
        owned: count(),
        found: typedSql(integer, sql`(count(*) filter (where ${matches ?? sql`true`}))::integer`),
      })
      .from(ownedGames)
      .innerJoin(games, eq(games.id, ownedGames.gameId))
      .where(isOwn),
  ]);
  const found = totals?.found ?? 0;
  return {
    games: takeWithinBytes(items, ({ name }) => Buffer.byteLength(name)).map(withCover),
    owned: totals?.owned ?? 0,
    found,
    pages: countPages(found, perPage),
  };
}

/**
 * The number of the page of `listLibrary` that contains a game, for the same search, order and page
 * size; null if no page contains it.
 * @throws AppError `login-required`.
 */
export async function findLibraryPage(
  ctx: Ctx,
  { q, order, perPage, gameId }: Omit<LibraryRequest, 'page'> & { gameId: number },
): Promise<number | null> {
  const { id } = requireActor(ctx);
  const numbered = ctx.db.$with('placed').as(
    ctx.db
      .select({
        gameId: ownedGames.gameId,
        place: typedSql(
          integer,
          sql`(row_number() over (order by ${sql.join(orders[order], sql`, `)}))::integer`,
        ).as('place'),
      })
      .from(ownedGames)
      .innerJoin(games, eq(games.id, ownedGames.gameId))
      .where(and(eq(ownedGames.userId, id), matchesSearch(q))),
  );
  const [found] = await ctx.db
    .with(numbered)
    .select({ place: numbered.place })
    .from(numbered)
    .where(eq(numbered.gameId, gameId));
  return found ? Math.ceil(found.place / perPage) : null;
}

function matchesSearch(q: string): SQL | undefined {
  return q ? matchesName(games.name, q) : undefined;
}
