import { sql } from 'drizzle-orm';
import {
  developers,
  type GamePlatform,
  gameDevelopers,
  gamePublishers,
  games,
  genres,
  publishers,
  type RatingShare,
} from '#db/schema.ts';
import { preparedStatement } from '#db/statement.ts';
import { gamesDatabase as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import { withPictures } from './picture-address.ts';
import { type CatalogueReader, look } from './source/look.ts';

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
  const { renewed, isOpen } = await look(ctx, { kind: 'game', id }, { held, known: held });
  if (renewed) [game] = await readGame(ctx.db, { id });
  if (!game && isOpen) throw new Refusal('lookup-failed', { retryAfterMs: limits.retryMs });
  if (!game) throw new Refusal('game-not-found');
  return withPictures(game);
}
