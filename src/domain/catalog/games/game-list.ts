import { type SQL, sql } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import { withCover } from '../covers/cover-address.ts';
import { orderOfPlaces, type Ranking } from './game-rankings.ts';

export interface GameSummary {
  id: number;
  name: string;
  /** YYYY-MM-DD */
  released: string | null;
  rating: number;
  backgroundImage: string | null;
}

/** The members of a `GameSummary` for `jsonb_build_object`, of a row of `games` as `game`. */
export const summaryOfGame = sql`'id', game.id, 'name', game.name, 'released', game.released,
  'rating', game.rating, 'backgroundImage', game.background_image`;

export interface GameList {
  games: GameSummary[];
  /** How many match; `shop.countMax` + 1 stands for more than `shop.countMax`. */
  total: number;
  /** How many pages of it can be had at most, where a games database has it. */
  pagesMax?: number;
}

/** A row of a list's statement: a page without games is one row that has the total alone. */
export type ListRow = (GameSummary | { [Column in keyof GameSummary]: null }) & { total: number };

/**
 * The one statement of a list: what `counted` has is counted, and the page of `game_id` that `listed`
 * selects is joined with what a list shows of a game, in the order of its `place`, then of ids, or the
 * other way round.
 */
export function listStatement(
  counted: SQL,
  listed: SQL,
  direction: Pick<Ranking, 'backwards'> = {},
): SQL {
  return sql`with counted as materialized (${counted}), listed as materialized (${listed})
    select total.total, game.id, game.name, game.released::text as released, game.rating,
      game.background_image as "backgroundImage"
    from (select count(*)::integer as total from counted) as total
    left join listed on true
    left join ${games} as game on game.id = listed.game_id
    ${orderOfPlaces(direction)}`;
}

/** Parts the rows of a list's statement into the total and the games. */
export function gameList(rows: readonly ListRow[]): GameList {
  return {
    total: rows[0]?.total ?? 0,
    games: rows.flatMap(({ total: _, ...game }) => (game.id === null ? [] : [withCover(game)])),
  };
}
