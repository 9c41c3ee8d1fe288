import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type ColumnTypes, json } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { requestedIds, selectOwnedGames } from '#database/sql/select-owned-games.ts';
import { memoizeByKey } from '#domain/lib/memoize-by-key.ts';
import { chooseRowLimit } from '#domain/lib/page-row-limit.ts';
import { toSearchWords } from '#domain/lib/search/search-words.ts';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import type { GameOrder } from '#shared/constants/catalog/game-order.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
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
  /** Whose games are marked, among those of the page and `others`. */
  owner?: { userId: string; others: readonly number[] } | null;
}

/**
 * A page of the shop's list: by relevance (the most rated first; with a search the best matches, see
 * `searchGames`), rating, release or name. Ties are ordered by id, so that pages neither repeat nor
 * miss a game. If the catalog provider has the list, its list is returned. Lists of our own database without a
 * search have `owned`.
 */
export async function listGames(ctx: CatalogCtx, query: GameQuery): Promise<GameList> {
  const { search = '', genre = '', order = 'relevance', page = 1 } = query;
  const { perPage = shopConstants.pageSize, owner = null } = query;
  const fullQuery = { search, genre, order, page, perPage };
  let reading: Promise<GameList> | null = null;
  const readStored = () => {
    reading ??= listStoredGames(ctx, { ...fullQuery, owner });
    return reading;
  };
  const hasStoredGames = async () => (await readStored()).games.length > 0;
  const list = await listFromProvider(ctx, fullQuery, { hasFallback: hasStoredGames });
  return list ? withOwnGames(ctx, list, fullQuery) : readStored();
}

type GivenQuery = Required<Omit<GameQuery, 'owner'>>;

/** Puts the games of the site that match a search before those of the provider, which does not know them. */
async function withOwnGames(
  ctx: CatalogCtx,
  list: GameList,
  { search, genre, page }: GivenQuery,
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
  { search, genre, order, page, perPage, owner }: Required<GameQuery>,
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
  const ownerValues = { userId: owner?.userId ?? null, ids: owner?.others ?? [] };
  const rows = genre
    ? await listOfGenre(order, size)(ctx.db, { offset, genre, ...ownerValues })
    : await listAll(
        order,
        size,
        offset === 0 ? 'first' : 'later',
      )(ctx.db, { offset, ...ownerValues });
  const { games, total } = toGameList(rows.map(({ owned: _, ...row }) => row));
  return { games: games.slice(0, perPage), total, ...(owner && { owned: rows[0]?.owned ?? [] }) };
}

type PlayerRow = GameListRow & { owned: number[] };
interface PlayerValues extends Record<string, unknown> {
  offset: number;
  userId: string | null;
  ids: readonly number[];
}

const columns: ColumnTypes<PlayerRow> = { ...gameListColumns, owned: json(z.array(z.int())) };
const offset = sql.placeholder('offset');
/** As JSON, which is cheaper to read than an array, because each row has it. */
const owned = sql`, to_jsonb(array(${selectOwnedGames(
  sql`array(select game_id from listed) || ${requestedIds}`,
)})) as owned`;

// Prepared, because most pages of the shop use these. The first page has no value that changes its plan; the best
// plan of a later page depends on its number.
const listAll = memoizeByKey((order: GameOrder, size: number, page: 'first' | 'later') =>
  prepareStatement<PlayerRow, PlayerValues>(
    `list-games-${order}-${size}-${page}`,
    columns,
    rankedListStatement({
      size,
      offset: page === 'first' ? sql.raw('0') : offset,
      ranking: rankings[order],
      more: owned,
    }),
  ),
);
const listOfGenre = memoizeByKey((order: GameOrder, size: number) =>
  prepareStatement<PlayerRow, PlayerValues & { genre: string }>(
    `list-games-of-genre-${order}-${size}`,
    columns,
    rankedListStatement({
      size,
      offset,
      ranking: rankings[order],
      filter: sql`entry.genres @> array[${sql.placeholder('genre')}::text]`,
      more: owned,
    }),
  ),
);
