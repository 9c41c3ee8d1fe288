import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { developers, gameDevelopers, gamePublishers, games, publishers } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  type StoredCompany,
  type ToldCompany,
  toPublicCompany,
  toToldCompany,
} from '../companies/to-public-company.ts';
import { rasterAddress } from '../covers/cover-address.ts';
import { type CatalogueName, readName } from './catalog-name.ts';
import { publicGameColumns, type ToldGame } from './to-public-game.ts';

/** Everything that others are told of one game. */
export interface PublicGameDetails extends ToldGame {
  description: string;
  website: string | null;
  scene: string | null;
  publishers: ToldCompany[];
  developers: ToldCompany[];
}

type Stored = Omit<PublicGameDetails, 'publishers' | 'developers'> & {
  publishers: StoredCompany[];
  developers: StoredCompany[];
};

const value = sql.placeholder;

const read = preparedStatement<Stored, CatalogueName>(
  'find-game',
  sql`select ${publicGameColumns}, game.description, game.website, game.background_image_additional as scene,
    array(
      select ${toPublicCompany('publisher')}
      from ${gamePublishers} as link join ${publishers} as company on company.id = link.publisher_id
      where link.game_id = game.id order by link.position
    ) as publishers,
    array(
      select ${toPublicCompany('developer')}
      from ${gameDevelopers} as link join ${developers} as company on company.id = link.developer_id
      where link.game_id = game.id order by link.position
    ) as developers
  from ${games} as game where game.id = coalesce(
    (select id from ${games} where id = ${value('id')}::integer),
    (select id from ${games} where slug = ${value('slug')}::text
      order by ratings_count desc nulls last, id limit 1))`,
);

/**
 * What others are told of the game of an id or a slug, as Postgres has it: nobody else is asked, since
 * houses that ask one another would never be done. @throws Refusal `game-not-found`.
 */
export async function getPublicGame(
  ctx: Pick<Ctx, 'db'>,
  name: string,
): Promise<PublicGameDetails> {
  const asked = readName(name);
  const [game] = asked ? await read(ctx.db, asked) : [];
  if (!game) throw new AppError('game-not-found');
  return {
    ...game,
    cover: rasterAddress(game.id, 'cover', game.cover),
    scene: rasterAddress(game.id, 'scene', game.scene),
    publishers: game.publishers.map(toToldCompany),
    developers: game.developers.map(toToldCompany),
  };
}
