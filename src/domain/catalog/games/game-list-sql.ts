import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  type ColumnTypes,
  float,
  integer,
  type LeftJoined,
  leftJoined,
  nullable,
  text,
} from '#database/column-types.ts';
import { games } from '#database/schema.ts';
import { withCover } from '../covers/cover-path.ts';
import { orderByPlace, type Ranking } from './game-rankings.ts';

export interface GameSummary {
  id: number;
  name: string;
  /** YYYY-MM-DD */
  released: string | null;
  rating: number;
  backgroundImage: string | null;
}

/** A `GameSummary` as JSON of a statement. */
export const gameSummaryValue: z.ZodType<GameSummary> = z.strictObject({
  id: z.int(),
  name: z.string(),
  released: z.string().nullable(),
  rating: z.number(),
  backgroundImage: z.string().nullable(),
});

/** The members of a `GameSummary` for `jsonb_build_object`; `game` is a row of `games`. */
export const gameSummaryFields = sql`'id', game.id, 'name', game.name, 'released', game.released,
  'rating', game.rating, 'backgroundImage', game.background_image`;

export interface GameList {
  games: GameSummary[];
  /** How many games match; `shopConstants.countMax` + 1 means more than `countMax`. */
  total: number;
  /** The last page that can be requested, for a list of the catalog provider. */
  pagesMax?: number;
  /** The games that the reader owns, if the same statement read them. */
  owned?: number[];
}

/** A row of `gameListStatement`. An empty page is one row that has only the total. */
export type GameListRow = LeftJoined<GameSummary> & { total: number };

export const gameListColumns: ColumnTypes<GameListRow> = {
  total: integer,
  ...leftJoined<GameSummary>({
    id: integer,
    name: text,
    released: nullable(text),
    rating: float,
    backgroundImage: nullable(text),
  }),
};

/**
 * The statement of one page of games. It counts the rows of `counted`. It joins the `game_id`s of
 * `listed` with their summaries and orders them by `place` and id, descending if `reversed`. `more` are further columns.
 */
export function gameListStatement(
  counted: SQL,
  listed: SQL,
  direction: Pick<Ranking, 'reversed'> = {},
  more: SQL = sql``,
): SQL {
  return sql`with counted as materialized (${counted}), listed as materialized (${listed})
    select total.total, game.id, game.name, game.released::text as released, game.rating,
      game.background_image as "backgroundImage" ${more}
    from (select count(*)::integer as total from counted) as total
    left join listed on true
    left join ${games} as game on game.id = listed.game_id
    ${orderByPlace(direction)}`;
}

/** Splits the rows of `gameListStatement` into the total and the games. */
export function toGameList(rows: readonly GameListRow[]): GameList {
  return {
    total: rows[0]?.total ?? 0,
    games: rows.flatMap(({ total: _, ...game }) => (game.id === null ? [] : [withCover(game)])),
  };
}
