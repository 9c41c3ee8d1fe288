import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { games, genres } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { allGamesConstants } from '#shared/constants/catalog/all-games.ts';
import type { GameFilter } from '#shared/schemas/all-games.ts';
import type { Ctx } from '../../context.ts';
import { countPages } from '../../lib/page-count.ts';
import { matchesName } from '../../lib/search/matches-name.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { withCover } from '../covers/cover-path.ts';
import { readPrices } from '../prices/read-prices.ts';

/**
 * A page of all stored games, of every source and also hidden ones, by name.
 * @throws AppError `login-required`, `catalog-editors-only`.
 */
export async function listAllGames(ctx: Ctx, filter: GameFilter & { page: number }) {
  requireCatalogEditor(ctx);
  const { pageSize } = allGamesConstants;
  const matches = matchesFilter(filter);
  const [rows, found, names] = await Promise.all([
    ctx.db
      .select({
        id: games.id,
        name: games.name,
        source: games.source,
        backgroundImage: games.backgroundImage,
        isHidden: games.isHidden,
        keepsTrading: games.keepsTrading,
        minimumAge: games.minimumAge,
        isForGroups: games.isForGroups,
      })
      .from(games)
      .where(matches)
      .orderBy(asc(games.name), asc(games.id))
      .limit(pageSize)
      .offset((filter.page - 1) * pageSize),
    countMatchingGames(ctx, filter),
    ctx.db.select().from(genres).orderBy(asc(genres.name)),
  ]);
  const prices = await readPrices(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    games: rows.map(withCover),
    prices,
    genres: names,
    ...found,
    pages: countPages(found.total, pageSize),
  };
}

/** How many games a filter has, and how many of them are hidden: of the first that the pages of the list show. */
export async function countMatchingGames(
  { db }: Pick<Ctx, 'db'>,
  filter: GameFilter,
): Promise<{ total: number; hidden: number }> {
  const { pageSize, pageMax } = allGamesConstants;
  const reachable = db
    .select({ isHidden: games.isHidden })
    .from(games)
    .where(matchesFilter(filter))
    .orderBy(asc(games.id))
    .limit(pageSize * pageMax)
    .as('reachable');
  const [found] = await db
    .select({
      total: count(),
      hidden: typedSql(integer, sql`count(*) filter (where ${reachable.isHidden})::integer`),
    })
    .from(reachable);
  return found ?? { total: 0, hidden: 0 };
}

/** SQL condition: a row of `games` is among those of a filter. */
export function matchesFilter({ q, source, genre, shown }: GameFilter): SQL | undefined {
  return and(
    q ? matchesName(games.name, q) : undefined,
    source === 'all' ? undefined : eq(games.source, source),
    genre ? sql`${games.genres} @> array[${genre}]` : undefined,
    shown === 'all' ? undefined : eq(games.isHidden, shown === 'hidden'),
  );
}
