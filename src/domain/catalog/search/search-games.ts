import { type SQL, sql } from 'drizzle-orm';
import { prepareStatement, queryRows } from '#database/prepared-query.ts';
import { gameSearch } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { planSearch } from '#domain/lib/search/plan-search.ts';
import { getSearchPatterns } from '#domain/lib/search/search-words.ts';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import {
  type GameList,
  type GameListRow,
  gameListColumns,
  gameListStatement,
  toGameList,
} from '../games/game-list-sql.ts';
import { orderByPlace, type Ranking } from '../games/game-rankings.ts';

interface Search {
  /** Normalized by `searchWords`; not empty. */
  term: string;
  /** A condition on `entry`, a row of `game_search`; all entries by default. */
  filter?: SQL;
  /** The best matches come first by default. */
  ranking?: Ranking;
  offset: number;
  size?: number;
}

/**
 * The games whose names contain a term. Without a ranking the best matches come first: the exact name,
 * names that begin with the term, names with a word that begins with it, others. Ties are ordered by the
 * number of ratings. With more than `shopConstants.countMax` matches only exact names come first, then
 * the most rated; this bounds the work.
 */
export async function searchGames(ctx: Pick<Ctx, 'db'>, search: Search): Promise<GameList> {
  const { term, filter, ranking, offset, size = shopConstants.pageSize } = search;
  if (ranking) return searchInOrder(ctx, search, ranking);
  const andFilter = filter ? sql`and ${filter}` : sql``;
  const values = searchValues(search);
  return readList({
    collectMax: shopConstants.countMax,
    offset,
    perPage: size,
    collect: () =>
      filter || size !== shopConstants.pageSize
        ? execute(ctx, bestMatchStatement(values, andFilter, size))
        : searchAllByBestMatch(ctx.db, { ...searchTexts(term), offset }),
    scan: () => execute(ctx, exactThenPopularStatement(values, andFilter, size)),
  });
}

async function readList(search: Parameters<typeof planSearch<GameListRow>>[0]): Promise<GameList> {
  const { rows, isLarge } = await planSearch(search);
  const list = toGameList(rows);
  return isLarge ? { ...list, total: shopConstants.countMax + 1 } : list;
}

async function searchInOrder(
  ctx: Pick<Ctx, 'db'>,
  { term, filter, offset, size = shopConstants.pageSize }: Search,
  ranking: Ranking,
): Promise<GameList> {
  const { sortKey, orderBy } = ranking;
  const { pattern } = getSearchPatterns(term);
  const matches = sql`from ${gameSearch} as entry
    where entry.words like ${pattern} ${filter ? sql`and ${filter}` : sql``}`;
  const page = sql`limit ${sql.raw(String(size))} offset ${offset}::integer`;
  const collected = gameListStatement(
    sql`select entry.game_id, ${sortKey} as place ${matches}
      limit ${sql.raw(String(shopConstants.countMax + 1))}`,
    sql`select game_id, place from counted ${orderByPlace(ranking)} ${page}`,
    ranking,
  );
  const scanned = gameListStatement(
    sql`select`,
    sql`select entry.game_id, ${sortKey} as place ${matches} order by ${orderBy} ${page}`,
    ranking,
  );
  return readList({
    collectMax: shopConstants.countMax,
    offset,
    perPage: size,
    collect: () => execute(ctx, collected),
    scan: () => execute(ctx, scanned),
  });
}

function execute({ db }: Pick<Ctx, 'db'>, statement: SQL): Promise<GameListRow[]> {
  return queryRows(db, gameListColumns, statement);
}

function searchTexts(term: string) {
  return { ...getSearchPatterns(term), name: ` ${term}` };
}

/** The values of a search in a statement: parameters or placeholders. */
type Values = Record<keyof ReturnType<typeof searchTexts> | 'offset', SQL>;

function searchValues({ term, offset }: Search): Values {
  const texts = searchTexts(term);
  return {
    pattern: sql`${texts.pattern}`,
    name: sql`${texts.name}`,
    nameStart: sql`${texts.nameStart}`,
    wordStart: sql`${texts.wordStart}`,
    offset: sql`${offset}`,
  };
}

// One number ranks a match: the kind of match in the upper bits, the number of ratings in the lower
// ones. It is computed once per match, because a common term has many matches.
function bestMatchStatement(
  { pattern, name, nameStart, wordStart, offset }: Values,
  filter: SQL,
  size: number,
): SQL {
  return gameListStatement(
    sql`select entry.game_id, ((case
        when entry.words like ${nameStart} then case when entry.words = ${name} then 0 else 1 end
        when entry.words like ${wordStart} then 2
        else 3
      end)::bigint << 32) + (2147483647 - entry.ratings_count) as place
      from ${gameSearch} as entry where entry.words like ${pattern} ${filter}
      limit ${sql.raw(String(shopConstants.countMax + 1))}`,
    sql`select game_id, place from counted order by place, game_id limit ${sql.raw(String(size))} offset ${offset}::integer`,
  );
}

const value = sql.placeholder;

// Prepared, because its plan is the same for every term. With a filter the plan depends on how common a
// genre is.
const searchAllByBestMatch = prepareStatement<
  GameListRow,
  ReturnType<typeof searchTexts> & { offset: number }
>(
  'search-games',
  gameListColumns,
  bestMatchStatement(
    {
      pattern: sql`${value('pattern')}`,
      name: sql`${value('name')}`,
      nameStart: sql`${value('nameStart')}`,
      wordStart: sql`${value('wordStart')}`,
      offset: sql`${value('offset')}`,
    },
    sql``,
    shopConstants.pageSize,
  ),
);

function exactThenPopularStatement(
  { pattern, name, offset }: Values,
  filter: SQL,
  pageSize: number,
): SQL {
  const size = sql.raw(String(pageSize));
  const order = sql`order by entry.ratings_count desc, entry.game_id limit ${size}`;
  return gameListStatement(
    sql`select`,
    sql`select game_id, place from (
        (select entry.game_id, -entry.ratings_count::bigint as place from ${gameSearch} as entry
          where entry.words <> ${name} and entry.words like ${pattern} ${filter}
          ${order} + ${offset}::integer)
        union all
        (select entry.game_id, -4294967296 - entry.ratings_count from ${gameSearch} as entry
          where entry.words = ${name} and entry.words like ${pattern} ${filter}
          ${order})
      ) as found
      order by place, game_id limit ${size} offset ${offset}::integer`,
  );
}
