import { type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '#domain/context.ts';
import { searchWords } from '#domain/lib/search-words.ts';
import { shopConstants } from '#shared/constants/catalog.ts';
import type { GameOrder } from '#shared/constants/game-order.ts';
import { type CompanyKind, companySides } from '../companies/company-roles.ts';
import { searchGames } from '../search/search-games.ts';
import { type GameList, gameList, type ListRow } from './game-list.ts';
import { rankings, rankingsBackwards } from './game-rankings.ts';
import { rankedList } from './ranked-list.ts';
import { type ToldGame, toPublicGames } from './to-public-game.ts';

/** Companies that a list is of: any of these. */
export interface CompaniesAsked {
  ids: readonly number[];
  slugs: readonly string[];
}

export interface GamesQuery {
  /** As typed; empty for all games. */
  search: string;
  /** Slugs, of any of which a game is; null for all games. */
  genres: readonly string[] | null;
  /** Null for all games. */
  publishers: CompaniesAsked | null;
  developers: CompaniesAsked | null;
  /** Null for the best matches of a search, else the most rated first. */
  order: { by: GameOrder; backwards: boolean } | null;
  /** From 1. */
  page: number;
  pageSize: number;
}

export interface GamesPage {
  games: ToldGame[];
  /** How many match; of more than `shop.countMax` so many can be had. */
  total: number;
}

/**
 * A page of the games that others ask for, in the orders of the shop's list, as Postgres has it. A search
 * is shortened to `shop.searchMax` characters. Null for a page beyond the end.
 */
export async function queryPublicGames(
  ctx: Pick<Ctx, 'db'>,
  query: GamesQuery,
): Promise<GamesPage | null> {
  const offset = (query.page - 1) * query.pageSize;
  if (offset >= shopConstants.countMax) return null;
  const { games, total } = await listed(ctx, query, offset);
  if (query.page > 1 && games.length === 0) return null;
  const ids = games.slice(0, shopConstants.countMax - offset).map(({ id }) => id);
  return { games: await toPublicGames(ctx, ids), total: Math.min(total, shopConstants.countMax) };
}

async function listed(
  { db }: Pick<Ctx, 'db'>,
  query: GamesQuery,
  offset: number,
): Promise<GameList> {
  const search = query.search.slice(0, shopConstants.searchMax);
  const { order, pageSize: size } = query;
  const ranking = order && (order.backwards ? rankingsBackwards : rankings)[order.by];
  const filter = filterOf(query);
  const term = searchWords(search);
  if (term)
    return searchGames({ db }, { term, filter, ranking: ranking ?? undefined, offset, size });
  // Nothing but punctuation was typed: no name is found by it.
  if (search.trim()) return { games: [], total: 0 };
  const statement = rankedList({ ranking: ranking ?? rankings.relevance, filter, size, offset });
  const { rows } = await db.execute<ListRow & Record<string, unknown>>(statement);
  return gameList(rows);
}

function filterOf({ genres, publishers, developers }: GamesQuery): SQL | undefined {
  const filters = [
    ...(genres ? [sql`entry.genres && ${sql.param([...genres])}::text[]`] : []),
    ...(publishers ? [isOf('publisher', publishers)] : []),
    ...(developers ? [isOf('developer', developers)] : []),
  ];
  return filters.length > 0 ? sql.join(filters, sql` and `) : undefined;
}

/** One slug is one company, whichever of its ids a game is linked with (see `companyReader`). */
function isOf(kind: CompanyKind, { ids, slugs }: CompaniesAsked): SQL {
  const { company, links, id } = companySides[kind];
  return sql`entry.game_id in (
    select link.game_id from ${company} as asked
    join ${company} as same on same.slug = asked.slug
    join ${links} as link on link.${id} = same.id
    where asked.id = any(${sql.param([...ids])}::integer[])
      or asked.slug = any(${sql.param([...slugs])}::text[]))`;
}
