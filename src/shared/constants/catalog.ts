export const shopConstants = {
  pageSize: 24,
  searchMax: 100,
  /** From this many ratings on a game's rating ranks it; below, a handful of people would. */
  ratedFrom: 20,
  /** Exact counts stop here; beyond it a page says '10,000+'. */
  countMax: 10_000,
  /** The deepest page that can be asked for, so that an offset stays bounded. */
  pageMax: 1_000,
} as const;

/** The shelves above the shop's list. */
export const shelfConstants = {
  size: 6,
  /** The same for everybody, they may be as old as this. */
  freshMs: 60_000,
  /** How many covers hint at what a genre has, chosen among so many of its best known games. */
  covers: 3,
  knownGames: 24,
} as const;

/** Games that this browser has looked at. */
export const recentlyViewedConstants = { max: 12 } as const;
