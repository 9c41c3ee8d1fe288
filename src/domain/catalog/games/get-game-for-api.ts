import { sql } from 'drizzle-orm';
import { jsonArray, nullable, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { developers, gameDevelopers, gamePublishers, games, publishers } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  type ApiCompany,
  type ApiCompanyRow,
  apiCompanyJson,
  apiCompanyValue,
  toApiCompany,
} from '../companies/to-api-company.ts';
import { rasterPath } from '../covers/cover-path.ts';
import { type IdOrSlug, parseIdOrSlug } from './id-or-slug.ts';
import { type ApiGame, apiGameColumns, apiGameColumnTypes } from './read-games-by-id-for-api.ts';

/** All that the RAWG API shows of one game. */
export interface ApiGameDetails extends ApiGame {
  description: string;
  website: string | null;
  scene: string | null;
  publishers: ApiCompany[];
  developers: ApiCompany[];
}

type Row = Omit<ApiGameDetails, 'publishers' | 'developers'> & {
  publishers: ApiCompanyRow[];
  developers: ApiCompanyRow[];
};

const value = sql.placeholder;

const read = prepareStatement<Row, IdOrSlug>(
  'find-game',
  {
    ...apiGameColumnTypes,
    description: text,
    website: nullable(text),
    scene: nullable(text),
    publishers: jsonArray(apiCompanyValue),
    developers: jsonArray(apiCompanyValue),
  },
  sql`select ${apiGameColumns}, game.description, game.website, game.background_image_additional as scene,
    array(
      select ${apiCompanyJson('publisher')}
      from ${gamePublishers} as link join ${publishers} as company on company.id = link.publisher_id
      where link.game_id = game.id order by link.position
    ) as publishers,
    array(
      select ${apiCompanyJson('developer')}
      from ${gameDevelopers} as link join ${developers} as company on company.id = link.developer_id
      where link.game_id = game.id order by link.position
    ) as developers
  from ${games} as game where not game.is_hidden and game.id = coalesce(
    (select id from ${games} where id = ${value('id')}::integer),
    (select id from ${games} where slug = ${value('slug')}::text and not is_hidden
      order by ratings_count desc nulls last, id limit 1))`,
);

/**
 * A game by its id or slug, for the RAWG API. Never queries the catalog provider: the provider can be
 * another Guildhall, and two instances that query each other would never finish.
 * @throws AppError `game-not-found`
 */
export async function getGameForApi(ctx: Pick<Ctx, 'db'>, name: string): Promise<ApiGameDetails> {
  const idOrSlug = parseIdOrSlug(name);
  const [game] = idOrSlug ? await read(ctx.db, idOrSlug) : [];
  if (!game) throw new AppError('game-not-found');
  return {
    ...game,
    cover: rasterPath(game.id, 'cover', game.cover),
    scene: rasterPath(game.id, 'scene', game.scene),
    publishers: game.publishers.map(toApiCompany),
    developers: game.developers.map(toApiCompany),
  };
}
