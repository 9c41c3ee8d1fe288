import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  type ColumnTypes,
  float,
  integer,
  jsonArray,
  nullable,
  text,
  textArray,
} from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  developers,
  type GameLink,
  type GamePlatform,
  gameDevelopers,
  gamePictures,
  gamePublishers,
  games,
  genres,
  publishers,
  type RatingShare,
} from '#database/schema.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { withCovers } from '../covers/cover-path.ts';
import { type CatalogCtx, queryCachedProvider } from '../provider/query-provider-or-database.ts';
import { gameLinks, gamePlatforms, genreNames, ratingShares } from './game-column-types.ts';
import { listPageLinks } from './list-page-links.ts';

export interface CompanyLink {
  id: number;
  name: string;
}

export interface GameDetails {
  id: number;
  name: string;
  /** YYYY-MM-DD */
  released: string | null;
  /** 0 to 5; 0 if there is no rating. */
  rating: number;
  /** Most frequent first; empty if the source has no breakdown. */
  ratings: RatingShare[];
  ratingsCount: number | null;
  platforms: GamePlatform[];
  genres: { slug: string; name: string }[];
  /** From how many years on it is for players; 0 for everybody. */
  minimumAge: number;
  description: string;
  website: string | null;
  /** Those of its page, see `listPageLinks`. */
  links: GameLink[];
  ageRating: string | null;
  backgroundImage: string | null;
  backgroundImageAdditional: string | null;
  /** Further pictures besides the two above. */
  pictures: string[];
  /** What editors of the site wrote about its pictures, by their paths. Other games have none. */
  pictureTexts: Record<string, string>;
  publishers: CompanyLink[];
  developers: CompanyLink[];
}

const value = sql.placeholder;

const companyLinks = jsonArray(z.strictObject({ id: z.int(), name: z.string() }));

type Row = Omit<GameDetails, 'pictureTexts' | 'links'> & {
  links: GameLink[] | null;
  texts: { position: number; text: string }[];
};

const columns: ColumnTypes<Row> = {
  id: integer,
  name: text,
  released: nullable(text),
  rating: float,
  ratings: ratingShares,
  ratingsCount: nullable(integer),
  platforms: gamePlatforms,
  genres: genreNames,
  minimumAge: integer,
  description: text,
  website: nullable(text),
  links: gameLinks,
  ageRating: nullable(text),
  backgroundImage: nullable(text),
  backgroundImageAdditional: nullable(text),
  pictures: textArray,
  texts: jsonArray(z.strictObject({ position: z.int(), text: z.string() })),
  publishers: companyLinks,
  developers: companyLinks,
};

const readGame = prepareStatement<Row, { id: number }>(
  'get-game',
  columns,
  sql`select game.id, game.name, game.released::text as released, game.rating, game.ratings,
    game.ratings_count as "ratingsCount", game.platforms,
    game.minimum_age as "minimumAge", game.description, game.website,
    game.links, game.age_rating as "ageRating",
    game.background_image as "backgroundImage",
    game.background_image_additional as "backgroundImageAdditional", game.pictures,
    array(
      select jsonb_build_object('position', used.position, 'text', used.alt_text)
      from ${gamePictures} as used where used.game_id = game.id and used.alt_text <> ''
      order by used.position
    ) as texts,
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
 * Everything that a game's page shows. Queries the catalog provider first if the stored answer is not
 * fresh. `getGameForApi` reads the game for other programs, without the provider.
 * @throws AppError `game-not-found`
 * @throws AppError `lookup-failed`, if the game is not stored and the provider did not answer
 */
export async function getGame(ctx: CatalogCtx, id: number): Promise<GameDetails> {
  let [game] = await readGame(ctx.db, { id });
  const isStored = game !== undefined;
  const { refreshed, isOpen } = await queryCachedProvider(
    ctx,
    // The provider does not know the games of the site.
    id < ownGameConstants.idsFrom ? { kind: 'game', id } : null,
    { hasFallback: isStored, isKnown: isStored },
  );
  if (refreshed) [game] = await readGame(ctx.db, { id });
  if (!game && isOpen)
    throw new AppError('lookup-failed', { retryAfterMs: catalogProviderConstants.retryMs });
  if (!game) throw new AppError('game-not-found');
  const { texts, ...shown } = withCovers(game);
  const paths = [shown.backgroundImage, ...shown.pictures];
  const pictureTexts = Object.fromEntries(
    texts.map(({ position, text: about }) => [paths[position] ?? '', about]),
  );
  return { ...shown, links: listPageLinks(game), pictureTexts };
}
