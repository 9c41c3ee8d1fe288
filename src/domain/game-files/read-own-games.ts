import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { textArray } from '#database/column-types.ts';
import {
  developers,
  gameDevelopers,
  gamePrices,
  gamePublishers,
  games,
  publishers,
} from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { OwnGameInput } from '#shared/schemas/own-games.ts';
import { readRequirements } from '../catalog/own-games/list-own-games.ts';

/** A game of the site with the values of its form. */
export interface StoredOwnGame {
  id: number;
  version: number;
  input: OwnGameInput;
}

const developerNames = sql`array(select company.name from ${developers} as company
  join ${gameDevelopers} as made on made.developer_id = company.id
  where made.game_id = ${games.id} order by made.position)`;
const publisherNames = sql`array(select company.name from ${publishers} as company
  join ${gamePublishers} as made on made.publisher_id = company.id
  where made.game_id = ${games.id} order by made.position)`;

/** All games of the site with the values of their forms, in their order. There are at most 1,000. */
export async function readOwnGameInputs(db: Queryable): Promise<StoredOwnGame[]> {
  const rows = await db
    .select({
      id: games.id,
      version: games.version,
      name: games.name,
      description: games.description,
      released: games.released,
      website: games.website,
      links: games.links,
      ageRating: games.ageRating,
      platforms: games.platforms,
      genres: games.genres,
      roleNeeded: games.roleNeeded,
      price: gamePrices.price,
      developers: typedSql(textArray, developerNames),
      publishers: typedSql(textArray, publisherNames),
    })
    .from(games)
    .leftJoin(gamePrices, and(eq(gamePrices.gameId, games.id), isNull(gamePrices.replacedAt)))
    .where(eq(games.source, 'own'))
    .orderBy(asc(games.position), asc(games.id));
  return rows.map(({ id, version, ...game }) => ({
    id,
    version,
    // In the order of the form, so that two of them can be compared.
    input: {
      name: game.name,
      description: game.description,
      released: game.released,
      website: game.website,
      links: (game.links ?? []).map(({ label, url }) => ({ label, url })),
      ageRating: game.ageRating,
      platforms: game.platforms.map(({ name }) => name),
      ...readRequirements(game.platforms),
      developers: game.developers,
      publishers: game.publishers,
      genres: game.genres as OwnGameInput['genres'],
      price: game.price,
      roleNeeded: game.roleNeeded,
    },
  }));
}
