import type { GamesBundle } from '#domain/catalogue/import-games.ts';
import type { GameFacts } from '#domain/catalogue/save-games.ts';

let counter = 0;

/** The facts of a game that does not exist, for an import. */
export function madeGame(values: Partial<GameFacts> = {}): GameFacts {
  counter += 1;
  return {
    id: 700_000 + counter,
    slug: `made-${counter}`,
    name: `Made ${counter}`,
    released: '2020-02-03',
    rating: 3.5,
    ratings: [],
    ratingsCount: 0,
    metacritic: null,
    platforms: [{ name: 'PC' }],
    genres: [{ slug: 'action', name: 'Action' }],
    developerIds: [],
    publisherIds: [],
    website: null,
    description: '',
    cover: null,
    scene: null,
    detail: null,
    ...values,
  };
}

/** A bundle of such games; each has a version of its own unless one is given. */
export function madeBundle(values: Partial<GamesBundle> = {}): GamesBundle {
  counter += 1;
  return { version: `made-${counter}`, games: [], publishers: [], developers: [], ...values };
}
