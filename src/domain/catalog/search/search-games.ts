import { type SQL, sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { gameSearch } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { searchPatterns } from '#domain/lib/search-words.ts';
import { shopConstants } from '#shared/constants/catalog.ts';
import { type GameList, gameList, type ListRow, listStatement } from '../games/game-list.ts';
import { orderOfPlaces, type Ranking } from '../games/game-rankings.ts';

interface Search {
  /** In the form of `searchWords`, not empty. */
  term: string;
  /** Which entries of `game_search`, as `entry`; all of them without one. */
  filter?: SQL;
  /** The best matches come first without one. */
  ranking?: Ranking;
  offset: number;
  size?: number;
}

/**
 * The games that a term finds. Without a ranking the best matches come first: the exact name, names that
 * begin so, names with a word that does, others; among equals the most rated. Beyond `shop.countMax`
 * matches the exact names come first and then the most rated, so that the work stays bounded.
 */
export async function searchGames(ctx: Pick<Ctx, 'db'>, search: Search): Promise<GameList> {
  const { term, filter, ranking, offset, size = shopConstants.pageSize } = search;
  if (ranking) return foundInOrder(ctx, search, ranking);
  const narrowed = filter ? sql`and ${filter}` : sql``;
  const list = gameList(
    filter || size !== shopConstants.pageSize
      ? await execute(ctx, best(valuesOf(search), narrowed, size))
      : await bestOfAll(ctx.db, { ...textsOf(term), offset }),
  );
  if (list.total <= shopConstants.countMax) return list;
  const rest = await execute(ctx, exactThenPopular(valuesOf(search), narrowed, size));
  return { total: list.total, games: gameList(rest).games };
}

async function foundInOrder(
  ctx: Pick<Ctx, 'db'>,
  { term, filter, offset, size = shopConstants.pageSize }: Search,
  ranking: Ranking,
): Promise<GameList> {
  const { place, by } = ranking;
  const { pattern } = searchPatterns(term);
  const found = sql`from ${gameSearch} as entry
    where entry.words like ${pattern} ${filter ? sql`and ${filter}` : sql``}`;
  const page = sql`limit ${sql.raw(String(size))} offset ${offset}::integer`;
  const list = gameList(
    await execute(
      ctx,
      listStatement(
        sql`select entry.game_id, ${place} as place ${found}
          limit ${sql.raw(String(shopConstants.countMax + 1))}`,
        sql`select game_id, place from counted ${orderOfPlaces(ranking)} ${page}`,
        ranking,
      ),
    ),
  );
  if (list.total <= shopConstants.countMax) return list;
  // Not all were sorted. Where so many match, walking the order's index meets a page of them soon.
  const rest = await execute(
    ctx,
    listStatement(
      sql`select`,
      sql`select entry.game_id, ${place} as place ${found} order by ${by} ${page}`,
      ranking,
    ),
  );
  return { total: list.total, games: gameList(rest).games };
}

async function execute(ctx: Pick<Ctx, 'db'>, statement: SQL): Promise<ListRow[]> {
  const { rows } = await ctx.db.execute<ListRow & Record<string, unknown>>(statement);
  return rows;
}

function textsOf(term: string) {
  return { ...searchPatterns(term), name: ` ${term}` };
}

/** The values of a search inside a statement: themselves, or placeholders for them. */
type Values = Record<keyof ReturnType<typeof textsOf> | 'offset', SQL>;

function valuesOf({ term, offset }: Search): Values {
  const texts = textsOf(term);
  return {
    pattern: sql`${texts.pattern}`,
    name: sql`${texts.name}`,
    nameStart: sql`${texts.nameStart}`,
    wordStart: sql`${texts.wordStart}`,
    offset: sql`${offset}`,
  };
}

// One number ranks a match: how good it is, then how often it was rated. It is made once per match,
// where a common term spends its time.
function best(
  { pattern, name, nameStart, wordStart, offset }: Values,
  filter: SQL,
  size: number,
): SQL {
  return listStatement(
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

// Prepared, as its plan is the same for every term; those below depend on how common a genre is.
const bestOfAll = preparedStatement<ListRow, ReturnType<typeof textsOf> & { offset: number }>(
  'search-games',
  best(
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

function exactThenPopular({ pattern, name, offset }: Values, filter: SQL, pageSize: number): SQL {
  const size = sql.raw(String(pageSize));
  const order = sql`order by entry.ratings_count desc, entry.game_id limit ${size}`;
  return listStatement(
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
