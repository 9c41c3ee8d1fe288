import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import {
  developers,
  gameDevelopers,
  gamePrices,
  gamePublishers,
  games,
  publishers,
} from '#database/schema.ts';
import type { OwnGameInput } from '#shared/schemas/own-games.ts';

/** A game of the site with the values of its form. */
export interface StoredOwnGame {
  id: number;
  version: number;
  input: OwnGameInput;
}

/** All games of the site with the values of their forms, in their order. There are at most 1,000. */
export async function readOwnGameInputs(db: Queryable): Promise<StoredOwnGame[]> {
  const developerNames = db
    .select({
      names: sql<string[]>`array_agg(${developers.name} order by ${gameDevelopers.position})`,
    })
    .from(gameDevelopers)
    .innerJoin(developers, eq(developers.id, gameDevelopers.developerId))
    .where(eq(gameDevelopers.gameId, games.id));
  const publisherNames = db
    .select({
      names: sql<string[]>`array_agg(${publishers.name} order by ${gamePublishers.position})`,
    })
    .from(gamePublishers)
    .innerJoin(publishers, eq(publishers.id, gamePublishers.publisherId))
    .where(eq(gamePublishers.gameId, games.id));
  const rows = await db
    .select({
      id: games.id,
      version: games.version,
      name: games.name,
      description: games.description,
      released: games.released,
      website: games.website,
      platforms: games.platforms,
      genres: games.genres,
      roleNeeded: games.roleNeeded,
      price: gamePrices.price,
      developers: sql<string[] | null>`(${developerNames})`,
      publishers: sql<string[] | null>`(${publisherNames})`,
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
      platforms: game.platforms.map(({ name }) => name),
      developers: game.developers ?? [],
      publishers: game.publishers ?? [],
      genres: game.genres as OwnGameInput['genres'],
      price: game.price,
      roleNeeded: game.roleNeeded,
    },
  }));
}
