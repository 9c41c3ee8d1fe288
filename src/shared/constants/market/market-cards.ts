/** The orders of the market's cards; the first is the default. */
export const marketCardOrders = ['newest', 'price', 'dearest', 'traded', 'moved'] as const;
export type MarketCardOrder = (typeof marketCardOrders)[number];

/** The view of the market with one tile for each card. */
export const marketCardConstants = {
  pageSize: 24,
  /** How old the list of cards for sale can be. What a tile says is read for each page. */
  freshMs: 10_000,
  /** The listings of one tile are counted up to here. */
  tileCountMax: 1_000,
  /** Of the newest listings, so many decide the order 'newest'; cards without one of them come last. */
  newestListings: 10_000,
  /** More cards than this are not listed. */
  cardsMax: 100_000,
  suggestionsPerKind: 5,
  suggestionLettersMin: 2,
  /** The searches that an account can save, and the length of their names. */
  searchesMax: 20,
  searchNameMax: 60,
} as const;
