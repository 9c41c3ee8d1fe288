import { type SQL, sql } from 'drizzle-orm';
import { gameSearch, games } from '#db/schema.ts';
import { shop } from '#shared/limits.ts';
import type { Ctx } from '../context.ts';
import { searchPattern, searchWords } from './search-words.ts';

export interface GameSummary {
  id: number;
  name: string;
  /** YYYY-MM-DD */
  released: string | null;
  rating: number;
  backgroundImage: string | null;
}

export interface GameList {
  games: GameSummary[];
  /** How many match; `shop.countMax` + 1 stands for more than `shop.countMax`. */
  total: number;
}

export interface GameQuery {
  /** As typed; empty for all games. */
  search?: string;
  /** A genre's slug; empty for all. */
  genre?: string;
  /** From 1. */
  page?: number;
}

type Row = Partial<GameSummary> & { total: number };

/**
 * A page of the shop's list. Without a search the most rated games come first; with one the best
 * matches do: the exact name, names that begin so, names with a word that does, others. Terms of one
 * or two characters match beginnings of words only. Beyond `shop.countMax` matches the exact names
 * come first and then the most rated, so that the work stays bounded.
 */
export async function listGames(
  ctx: Pick<Ctx, 'db'>,
  { search = '', genre = '', page = 1 }: GameQuery,
): Promise<GameList> {
  const offset = (page - 1) * shop.pageSize;
  const term = searchWords(search);
  const inGenre = genre ? sql`and entry.genres @> array[${genre}]` : sql``;
  if (!term) {
    // Nothing but punctuation was typed: no name is found by it.
    if (search.trim()) return { games: [], total: 0 };
    return run(ctx, popular(inGenre, offset), counted(inGenre));
  }
  const matching = sql`and entry.words like ${searchPattern(term)} ${inGenre}`;
  const list = await run(ctx, best(term, offset), candidates(matching));
  if (list.total <= shop.countMax) return list;
  const rest = await run(ctx, exactThenPopular(term, matching, offset), sql`select 0`);
  return { games: rest.games, total: list.total };
}

/** Joins a page of ids, in their order, with what a list shows of them, in one statement. */
async function run(ctx: Pick<Ctx, 'db'>, pageOf: SQL, candidatesOrCount: SQL): Promise<GameList> {
  const { rows } = await ctx.db.execute<Row & Record<string, unknown>>(sql`
    with candidates as materialized (${candidatesOrCount}),
    listed as materialized (${pageOf})
    select total.total, game.id, game.name, game.released::text as released, game.rating,
      game.background_image as "backgroundImage"
    from (select count(*)::integer as total from candidates) as total
    left join listed on true
    left join ${games} as game on game.id = listed.game_id
    order by listed.place`);
  return {
    total: rows[0]?.total ?? 0,
    games: rows.flatMap(({ total: _, ...game }) =>
      game.id === undefined || game.id === null ? [] : [game as GameSummary],
    ),
  };
}

function counted(filter: SQL): SQL {
  return sql`select from ${gameSearch} as entry where true ${filter} limit ${shop.countMax + 1}`;
}

function candidates(filter: SQL): SQL {
  return sql`select entry.game_id, entry.words, entry.ratings_count
    from ${gameSearch} as entry where true ${filter} limit ${shop.countMax + 1}`;
}

function popular(filter: SQL, offset: number): SQL {
  return sql`select entry.game_id,
      row_number() over (order by entry.ratings_count desc, entry.game_id) as place
    from ${gameSearch} as entry where true ${filter}
    order by entry.ratings_count desc, entry.game_id
    limit ${shop.pageSize} offset ${offset}`;
}

function best(term: string, offset: number): SQL {
  const name = ` ${term}`;
  return sql`select ranked.game_id,
      row_number() over (order by ranked.rank, ranked.ratings_count desc, ranked.game_id) as place
    from (
      select game_id, ratings_count, case
          when words = ${name} then 0
          when starts_with(words, ${name}) then 1
          when strpos(words, ${name}) > 0 then 2
          else 3
        end as rank
      from candidates
      order by rank, ratings_count desc, game_id
      limit ${shop.pageSize} offset ${offset}
    ) as ranked`;
}

function exactThenPopular(term: string, filter: SQL, offset: number): SQL {
  const name = ` ${term}`;
  return sql`select both_kinds.game_id,
      row_number() over (
        order by both_kinds.rank, both_kinds.ratings_count desc, both_kinds.game_id) as place
    from (
      (select entry.game_id, entry.ratings_count, 0 as rank from ${gameSearch} as entry
        where entry.words = ${name} ${filter}
        order by entry.ratings_count desc, entry.game_id limit ${shop.pageSize})
      union all
      (select entry.game_id, entry.ratings_count, 1 from ${gameSearch} as entry
        where entry.words <> ${name} ${filter}
        order by entry.ratings_count desc, entry.game_id limit ${shop.pageSize + offset})
    ) as both_kinds
    order by both_kinds.rank, both_kinds.ratings_count desc, both_kinds.game_id
    limit ${shop.pageSize} offset ${offset}`;
}
