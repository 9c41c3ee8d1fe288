import type { GamePlatform, RatingShare } from '#database/schema.ts';

/** A game as a games database tells it in a list. Texts are plain and bounded, ids fit our columns. */
export interface ProviderGame {
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

export interface ProviderCompany {
  id: number;
  slug: string;
  name: string;
}

/** A game as its own question answers it. */
export interface ProviderGameDetails extends ProviderGame {
  description: string;
  website: string | null;
  backgroundImageAdditional: string | null;
  publishers: ProviderCompany[];
  developers: ProviderCompany[];
}

export interface ProviderCompanyDetails extends ProviderCompany {
  description: string;
}

export interface GameListQuery {
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

export interface GameListPage {
  games: ProviderGame[];
  /** How many the whole list has; null for a page beyond its end, which does not tell. */
  total: number | null;
}

/**
 * A games database beyond our own. Each call is bounded in time and size and repeated a few times where
 * that can help; what gives no answer throws `GamesDatabaseFailure`. Null is for what does not exist.
 */
export interface CatalogProvider {
  listGames(question: GameListQuery): Promise<GameListPage>;
  getGame(id: number): Promise<ProviderGameDetails | null>;
  getPublisher(id: number): Promise<ProviderCompanyDetails | null>;
  getDeveloper(id: number): Promise<ProviderCompanyDetails | null>;
  /**
   * The bytes of a picture that it named, at most `maxBytes`. Never from a private address, whatever
   * was named and wherever it redirects, except from the source's own origin.
   */
  getPicture(address: string, maxBytes: number): Promise<Uint8Array>;
}
