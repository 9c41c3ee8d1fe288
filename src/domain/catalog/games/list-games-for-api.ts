import { type SQL, sql } from 'drizzle-orm';
import { queryRows } from '#database/prepared-query.ts';
import type { Ctx } from '#domain/context.ts';
import { toSearchWords } from '#domain/lib/search/search-words.ts';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import type { GameOrder } from '#shared/constants/catalog/game-order.ts';
import { cutCharacters } from '#shared/format/texts/characters.ts';
import { type CompanyRole, companyTables } from '../companies/company-roles.ts';
import { searchGames } from '../search/search-games.ts';
import { type GameList, gameListColumns, toGameList } from './game-list-sql.ts';
import { rankings, reversedRankings } from './game-rankings.ts';
import { rankedListStatement } from './ranked-list-statement.ts';
import { type ApiGame, readGamesByIdForApi } from './read-games-by-id-for-api.ts';

/** Companies by id or slug; a game matches if it is of any of them. */
export interface CompanyFilter {
  ids: readonly number[];
  slugs: readonly string[];
}

export interface ApiGamesQuery {
  /** As typed; empty for all games. */
  search: string;
  /** Slugs of genres; a game matches if it has any of them. Null for all games. */
  genres: readonly string[] | null;
  /** Null for all games. */
  publishers: CompanyFilter | null;
  developers: CompanyFilter | null;
  /** Null for the default: the best matches with a search, the most rated first without one. */
  order: { by: GameOrder; reversed: boolean } | null;
  /** From 1. */
  page: number;
  pageSize: number;
}

export interface ApiGamesPage {
  games: ApiGame[];
  /** How many games match, `shopConstants.countMax` at most; only these can be requested. */
  total: number;
}

/**
 * A page of games for the RAWG API, in the orders of the shop's list. Reads only our own database. A
 * search is cut to `shopConstants.searchMax` characters. Null for a page beyond the end.
 */
export async function listGamesForApi(
  ctx: Pick<Ctx, 'db'>,
  query: ApiGamesQuery,
): Promise<ApiGamesPage | null> {
  const offset = (query.page - 1) * query.pageSize;
  if (offset >= shopConstants.countMax) return null;
  const { games, total } = await listMatches(ctx, query, offset);
  if (query.page > 1 && games.length === 0) return null;
  const ids = games.slice(0, shopConstants.countMax - offset).map(({ id }) => id);
  return {
    games: await readGamesByIdForApi(ctx, ids),
    total: Math.min(total, shopConstants.countMax),
  };
}

async function listMatches(
  { db }: Pick<Ctx, 'db'>,
  query: ApiGamesQuery,
  offset: number,
): Promise<GameList> {
  const search = cutCharacters(query.search, shopConstants.searchMax);
  const { order, pageSize: size } = query;
  const ranking = order && (order.reversed ? reversedRankings : rankings)[order.by];
  const filter = buildFilter(query);
  const term = toSearchWords(search);
  if (term)
    return searchGames({ db }, { term, filter, ranking: ranking ?? undefined, offset, size });
  // The search has only punctuation, which matches no name.
  if (search.trim()) return { games: [], total: 0 };
  const statement = rankedListStatement({
    ranking: ranking ?? rankings.relevance,
    filter,
    size,
    offset,
  });
  return toGameList(await queryRows(db, gameListColumns, statement));
}

function buildFilter({ genres, publishers, developers }: ApiGamesQuery): SQL | undefined {
  const filters = [
    ...(genres ? [sql`entry.genres && ${sql.param([...genres])}::text[]`] : []),
    ...(publishers ? [isOfCompanies('publisher', publishers)] : []),
    ...(developers ? [isOfCompanies('developer', developers)] : []),
  ];
  return filters.length > 0 ? sql.join(filters, sql` and `) : undefined;
}

/** Companies with one slug are one company, whichever id a game is linked to (see `createCompanyReader`). */
function isOfCompanies(kind: CompanyRole, { ids, slugs }: CompanyFilter): SQL {
  const { company, links, id } = companyTables[kind];
  return sql`entry.game_id in (
    select link.game_id from ${company} as requested
    join ${company} as same on same.slug = requested.slug
    join ${links} as link on link.${id} = same.id
    where requested.id = any(${sql.param([...ids])}::integer[])
      or requested.slug = any(${sql.param([...slugs])}::text[]))`;
}
