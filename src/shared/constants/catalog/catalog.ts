export const shopConstants = {
  pageSize: 24,
  searchMax: 100,
  /** With fewer ratings, a game's rating does not count for its rank. */
  ratingsMinForRanking: 20,
  /** Exact counts stop here; above, a page shows '10,000+'. */
  countMax: 10_000,
  /** The last page that can be requested. It limits the offset of queries. */
  pageMax: 1_000,
} as const;

/** The rows of games above the shop's list. */
export const shelfConstants = {
  size: 6,
  /** Maximum age of the cached rows, which are the same for everybody. */
  freshMs: 60_000,
  /** Covers of a genre, chosen among this many of its best known games (`knownGames`). */
  covers: 3,
  knownGames: 24,
} as const;

/** Games that were viewed in this browser. */
export const recentlyViewedConstants = { max: 12 } as const;
