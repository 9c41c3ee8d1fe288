import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { type GamePlatform, games, genres, type RatingShare } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { rasterAddress } from '../covers/cover-address.ts';

/** A game as others are told of it in a list; paths of pictures are of rasters, see `rasterAddress`. */
export interface ToldGame {
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

/** The columns of a `ToldGame` from a row of `games` as `game`. */
export const publicGameColumns = sql`game.id, game.slug, game.name, game.released::text as released,
  game.rating, game.ratings, game.ratings_count as "ratingsCount", game.metacritic, game.platforms,
  game.background_image as cover,
  array(
    select jsonb_build_object('slug', listed.slug, 'name', coalesce(genre.name, listed.slug))
    from unnest(game.genres) with ordinality as listed(slug, place)
    left join ${genres} as genre on genre.slug = listed.slug
    order by listed.place
  ) as genres`;

const read = preparedStatement<ToldGame, { ids: readonly number[] }>(
  'tell-games',
  sql`select ${publicGameColumns} from unnest(${sql.placeholder('ids')}::integer[]) with ordinality
    as asked(id, place) join ${games} as game on game.id = asked.id order by asked.place`,
);

/** Games with what others are told of each, in the order of `ids`; at most as many as a page has. */
export async function toPublicGames(
  ctx: Pick<Ctx, 'db'>,
  ids: readonly number[],
): Promise<ToldGame[]> {
  const told = ids.length === 0 ? [] : await read(ctx.db, { ids });
  return told.map((game) => ({ ...game, cover: rasterAddress(game.id, 'cover', game.cover) }));
}
