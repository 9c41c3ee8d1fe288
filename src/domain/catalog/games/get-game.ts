import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import {
  developers,
  type GamePlatform,
  gameDevelopers,
  gamePublishers,
  games,
  genres,
  publishers,
  type RatingShare,
} from '#database/schema.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { withCovers } from '../covers/cover-address.ts';
import { type CatalogueReader, lookUpCached } from '../provider/cached-lookup.ts';

export interface CompanyLink {
  id: number;
  name: string;
}

export interface GameDetails {
  id: number;
  name: string;
  /** YYYY-MM-DD */
  released: string | null;
  /** 0 to 5; 0 while there is none. */
  rating: number;
  /** Most frequent first; empty where the source has no breakdown. */
  ratings: RatingShare[];
  ratingsCount: number | null;
  platforms: GamePlatform[];
  genres: { slug: string; name: string }[];
  description: string;
  website: string | null;
  backgroundImage: string | null;
  backgroundImageAdditional: string | null;
  /** More pictures, beyond the two above. */
  pictures: string[];
  publishers: CompanyLink[];
  developers: CompanyLink[];
}

const value = sql.placeholder;

const readGame = preparedStatement<GameDetails, { id: number }>(
  'get-game',
  sql`select game.id, game.name, game.released::text as released, game.rating, game.ratings,
    game.ratings_count as "ratingsCount", game.platforms, game.description, game.website,
    game.background_image as "backgroundImage",
    game.background_image_additional as "backgroundImageAdditional", game.pictures,
    array(
      select jsonb_build_object('slug', listed.slug, 'name', coalesce(genre.name, listed.slug))
      from unnest(game.genres) with ordinality as listed(slug, place)
      left join ${genres} as genre on genre.slug = listed.slug
      order by listed.place
    ) as genres,
    array(
      select jsonb_build_object('id', company.id, 'name', company.name)
      from ${gamePublishers} as link join ${publishers} as company on company.id = link.publisher_id
      where link.game_id = game.id order by link.position
    ) as publishers,
    array(
      select jsonb_build_object('id', company.id, 'name', company.name)
      from ${gameDevelopers} as link join ${developers} as company on company.id = link.developer_id
      where link.game_id = game.id order by link.position
    ) as developers
  from ${games} as game where game.id = ${value('id')}::integer`,
);

/**
 * Everything that a game's page tells of the game, after a look whether a games database has more of it.
 * @throws Refusal `game-not-found`, `lookup-failed` when it is not here and could not be asked for.
 */
export async function getGame(ctx: CatalogueReader, id: number): Promise<GameDetails> {
  let [game] = await readGame(ctx.db, { id });
  const held = game !== undefined;
  const { renewed, isOpen } = await lookUpCached(ctx, { kind: 'game', id }, { held, known: held });
  if (renewed) [game] = await readGame(ctx.db, { id });
  if (!game && isOpen)
    throw new AppError('lookup-failed', { retryAfterMs: catalogProviderConstants.retryMs });
  if (!game) throw new AppError('game-not-found');
  return withCovers(game);
}
