import { sql } from 'drizzle-orm';
import { prepareStatement } from '#database/prepared-query.ts';
import { memoizeByKey } from '#domain/lib/memoize-by-key.ts';
import { chooseRowLimit } from '#domain/lib/page-row-limit.ts';
import { toSearchWords } from '#domain/lib/search/search-words.ts';
import { shopConstants } from '#shared/constants/catalog.ts';
import type { GameOrder } from '#shared/constants/game-order.ts';
import { ownGameConstants } from '#shared/constants/own-games.ts';
import { type CatalogCtx, listFromProvider } from '../provider/query-provider-or-database.ts';
import { searchGames } from '../search/search-games.ts';
import { type GameList, type GameListRow, gameListColumns, toGameList } from './game-list-sql.ts';
import { rankings } from './game-rankings.ts';
import { rankedListStatement } from './ranked-list-statement.ts';

export interface GameQuery {
  /** As typed; empty for all games. */
  search?: string;
  /** A genre's slug; empty for all. */
  genre?: string;
  /** `relevance` by default. */
  order?: GameOrder;
  /** From 1. */
  page?: number;
  /** `shopConstants.pageSize` by default. */
  perPage?: number;
}

/**
 * A page of the shop's list: by relevance (the most rated first; with a search the best matches, see
 * `searchGames`), rating, release or name. Ties are ordered by id, so that pages neither repeat nor
 * miss a game. If the catalog provider has the list, its list is returned.
 */
export async function listGames(ctx: CatalogCtx, query: GameQuery): Promise<GameList> {
  const { search = '', genre = '', order = 'relevance', page = 1 } = query;
  const { perPage = shopConstants.pageSize } = query;
  const fullQuery = { search, genre, order, page, perPage };
  let reading: Promise<GameList> | null = null;
  const readStored = () => {
    reading ??= listStoredGames(ctx, fullQuery);
    return reading;
  };
  const hasStoredGames = async () => (await readStored()).games.length > 0;
  const list = await listFromProvider(ctx, fullQuery, { hasFallback: hasStoredGames });
  return list ? withOwnGames(ctx, list, fullQuery) : readStored();
}

/** Puts the games of the site that match a search before those of the provider, which does not know them. */
async function withOwnGames(
  ctx: CatalogCtx,
  list: GameList,
  { search, genre, page }: Required<GameQuery>,
): Promise<GameList> {
  const term = toSearchWords(search);
  if (!term || page > 1) return list;
  const isOwn = sql`entry.game_id >= ${ownGameConstants.idsFrom}`;
  const filter = genre ? sql`${isOwn} and entry.genres @> array[${genre}]` : isOwn;
  const own = await searchGames(ctx, { term, filter, offset: 0, size: ownGameConstants.foundMax });
  const games = [...own.games, ...list.games];
  return { ...list, games, total: Math.max(list.total, games.length) };
}

/** The same page from our own database. */
async function listStoredGames(
  ctx: CatalogCtx,
  { search, genre, order, page, perPage }: Required<GameQuery>,
): Promise<GameList> {
  const offset = Math.min((page - 1) * perPage, shopConstants.countMax);
  const term = toSearchWords(search);
  if (term) {
    const filter = genre ? sql`entry.genres @> array[${genre}]` : undefined;
    const ranking = order === 'relevance' ? undefined : rankings[order];
    return searchGames(ctx, { term, filter, ranking, offset, size: perPage });
  }
  // The search has only punctuation, which matches no name.
  if (search.trim()) return { games: [], total: 0 };
  const size = chooseRowLimit(perPage, shopConstants.pageSize);
  const rows = genre
    ? await listOfGenre(order, size)(ctx.db, { offset, genre })
    : await listAll(order, size)(ctx.db, { offset });
  const { games, total } = toGameList(rows);
  return { games: games.slice(0, perPage), total };
}

const offset = sql.placeholder('offset');

// Prepared, because most pages of the shop use these.
const listAll = memoizeByKey((order: GameOrder, size: number) =>
  prepareStatement<GameListRow, { offset: number }>(
    `list-games-${order}-${size}`,
    gameListColumns,
    rankedListStatement({ size, offset, ranking: rankings[order] }),
  ),
);
const listOfGenre = memoizeByKey((order: GameOrder, size: number) =>
  prepareStatement<GameListRow, { offset: number; genre: string }>(
    `list-games-of-genre-${order}-${size}`,
    gameListColumns,
    rankedListStatement({
      size,
      offset,
      ranking: rankings[order],
      filter: sql`entry.genres @> array[${sql.placeholder('genre')}::text]`,
    }),
  ),
);
