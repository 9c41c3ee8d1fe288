import type { GamePlatform, RatingShare } from '#database/schema.ts';

/** A game in a list of the provider. Texts are plain and bounded; ids fit our columns. */
export interface ProviderGame {
  id: number;
  slug: string;
  name: string;
  /** YYYY-MM-DD; null if it is not announced. */
  released: string | null;
  /** 0 to 5; 0 if there is no rating. */
  rating: number;
  /** Most frequent first; empty if there is no breakdown. */
  ratings: RatingShare[];
  ratingsCount: number | null;
  metacritic: number | null;
  platforms: GamePlatform[];
  genres: { slug: string; name: string }[];
  /** A URL of the provider, not of ours. */
  backgroundImage: string | null;
}

export interface ProviderCompany {
  id: number;
  slug: string;
  name: string;
}

/** A game with all details, from a query for this game. */
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
  /** The provider's order by default: relevance with a search, popularity without one. */
  order?: 'rating' | 'released' | 'name';
  /** From 1. */
  page: number;
  pageSize: number;
}

export interface GameListPage {
  games: ProviderGame[];
  /** How many games the whole list has; null for a page beyond its end, which does not say. */
  total: number | null;
}

/**
 * An external source of games. Each call is bounded in time and size and is retried a few times where
 * that can help. Returns null for things that do not exist.
 * @throws CatalogProviderError if there is no usable answer
 */
export interface CatalogProvider {
  listGames(query: GameListQuery): Promise<GameListPage>;
  getGame(id: number): Promise<ProviderGameDetails | null>;
  getPublisher(id: number): Promise<ProviderCompanyDetails | null>;
  getDeveloper(id: number): Promise<ProviderCompanyDetails | null>;
  /**
   * The bytes of a picture of the provider, `maxBytes` at most. Refuses private IP addresses, also
   * after redirects, except at the provider's own origin.
   */
  getPicture(url: string, maxBytes: number): Promise<Uint8Array>;
}
