import { sql } from 'drizzle-orm';
import { developers, gameDevelopers, gamePublishers, games, publishers } from '#db/schema.ts';
import { preparedStatement } from '#db/statement.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { type CatalogueName, readName } from './name.ts';
import { rasterAddress } from './picture-address.ts';
import { type ToldGame, toldColumns } from './tell-games.ts';
import {
  type StoredCompany,
  type ToldCompany,
  toldCompanyOf,
  toToldCompany,
} from './told-company.ts';

/** Everything that others are told of one game. */
export interface ToldGameDetails extends ToldGame {
  description: string;
  website: string | null;
  scene: string | null;
  publishers: ToldCompany[];
  developers: ToldCompany[];
}

type Stored = Omit<ToldGameDetails, 'publishers' | 'developers'> & {
  publishers: StoredCompany[];
  developers: StoredCompany[];
};

const value = sql.placeholder;

const read = preparedStatement<Stored, CatalogueName>(
  'find-game',
  sql`select ${toldColumns}, game.description, game.website, game.background_image_additional as scene,
    array(
      select ${toldCompanyOf('publisher')}
      from ${gamePublishers} as link join ${publishers} as company on company.id = link.publisher_id
      where link.game_id = game.id order by link.position
    ) as publishers,
    array(
      select ${toldCompanyOf('developer')}
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
export async function findGame(ctx: Pick<Ctx, 'db'>, name: string): Promise<ToldGameDetails> {
  const asked = readName(name);
  const [game] = asked ? await read(ctx.db, asked) : [];
  if (!game) throw new Refusal('game-not-found');
  return {
    ...game,
    cover: rasterAddress(game.id, 'cover', game.cover),
    scene: rasterAddress(game.id, 'scene', game.scene),
    publishers: game.publishers.map(toToldCompany),
    developers: game.developers.map(toToldCompany),
  };
}
