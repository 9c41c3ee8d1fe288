import { sql } from 'drizzle-orm';
import { type ColumnTypes, float, integer, nullable, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { type GamePlatform, games, genres, type RatingShare } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { rasterPath } from '../covers/cover-path.ts';
import { gamePlatforms, genreNames, ratingShares } from './game-column-types.ts';

/** A game in a list of the RAWG API. Its cover is a raster image, see `rasterPath`. */
export interface ApiGame {
  id: number;
  slug: string;
  name: string;
  /** YYYY-MM-DD */
  released: string | null;
  rating: number;
  ratings: RatingShare[];
  ratingsCount: number | null;
  metacritic: number | null;
  platforms: GamePlatform[];
  genres: { slug: string; name: string }[];
  cover: string | null;
}

/** The columns of an `ApiGame`; `game` is a row of `games`. */
export const apiGameColumns = sql`game.id, game.slug, game.name, game.released::text as released,
  game.rating, game.ratings, game.ratings_count as "ratingsCount", game.metacritic, game.platforms,
  game.background_image as cover,
  array(
    select jsonb_build_object('slug', listed.slug, 'name', coalesce(genre.name, listed.slug))
    from unnest(game.genres) with ordinality as listed(slug, place)
    left join ${genres} as genre on genre.slug = listed.slug
    order by listed.place
  ) as genres`;

export const apiGameColumnTypes: ColumnTypes<ApiGame> = {
  id: integer,
  slug: text,
  name: text,
  released: nullable(text),
  rating: float,
  ratings: ratingShares,
  ratingsCount: nullable(integer),
  metacritic: nullable(integer),
  platforms: gamePlatforms,
  genres: genreNames,
  cover: nullable(text),
};

const read = prepareStatement<ApiGame, { ids: readonly number[] }>(
  'read-api-games',
  apiGameColumnTypes,
  sql`select ${apiGameColumns} from unnest(${sql.placeholder('ids')}::integer[]) with ordinality
    as requested(id, place) join ${games} as game on game.id = requested.id order by requested.place`,
);

/** Reads games for the RAWG API, in the order of `ids`. The caller passes the ids of one page. */
export async function readGamesByIdForApi(
  ctx: Pick<Ctx, 'db'>,
  ids: readonly number[],
): Promise<ApiGame[]> {
  const found = ids.length === 0 ? [] : await read(ctx.db, { ids });
  return found.map((game) => ({ ...game, cover: rasterPath(game.id, 'cover', game.cover) }));
}
