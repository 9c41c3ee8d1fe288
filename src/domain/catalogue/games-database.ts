import type { GamePlatform, RatingShare } from '#db/schema.ts';

/** A game as a games database tells it in a list. Texts are plain and bounded, ids fit our columns. */
export interface SourceGame {
  id: number;
  slug: string;
  name: string;
  /** YYYY-MM-DD; null where it is not announced. */
  released: string | null;
  /** 0 to 5; 0 while there is none. */
  rating: number;
  /** Most frequent first; empty where there is no breakdown. */
  ratings: RatingShare[];
  ratingsCount: number | null;
  metacritic: number | null;
  platforms: GamePlatform[];
  genres: { slug: string; name: string }[];
  /** An address at the source, not ours. */
  backgroundImage: string | null;
}

export interface SourceCompany {
  id: number;
  slug: string;
  name: string;
}

/** A game as its own question answers it. */
export interface SourceGameDetails extends SourceGame {
  description: string;
  website: string | null;
  backgroundImageAdditional: string | null;
  publishers: SourceCompany[];
  developers: SourceCompany[];
}

export interface SourceCompanyDetails extends SourceCompany {
  description: string;
}

export interface GamesQuestion {
  search?: string;
  /** A genre's slug. */
  genre?: string;
  publisher?: number;
  developer?: number;
  /** Left to the source without one: relevance with a search, popularity otherwise. */
  order?: 'rating' | 'released' | 'name';
  /** From 1. */
  page: number;
  pageSize: number;
}

export interface GamesAnswer {
  games: SourceGame[];
  /** How many the whole list has; null for a page beyond its end, which does not tell. */
  total: number | null;
}

/**
 * A games database beyond our own. Each call is bounded in time and size and repeated a few times where
 * that can help; what gives no answer throws `GamesDatabaseFailure`. Null is for what does not exist.
 */
export interface GamesDatabase {
  listGames(question: GamesQuestion): Promise<GamesAnswer>;
  getGame(id: number): Promise<SourceGameDetails | null>;
  getPublisher(id: number): Promise<SourceCompanyDetails | null>;
  getDeveloper(id: number): Promise<SourceCompanyDetails | null>;
  /**
   * The bytes of a picture that it named, at most `maxBytes`. Never from a private address, whatever
   * was named and wherever it redirects, except from the source's own origin.
   */
  getPicture(address: string, maxBytes: number): Promise<Uint8Array>;
}
