import { libraryOrders } from './game-library/game-library.ts';
/** Badges, recycling and the showcase. */
export const collectionConstants = {
  /** The highest level of a badge. */
  badgeLevelMax: 5,
  /** Level n of a badge gives n times so much experience. */
  experiencePerLevel: 100,
  /** How many cards of a rarity are recycled into one of the next rarity. */
  recycledCards: 10,
  /** The weight of a kind that the account is missing; other kinds weigh 1. */
  missingWeight: 3,
  /** A set that lacks at most so many cards is nearly complete. */
  nearlyCompleteMax: 2,
  /** The number of places of a showcase. */
  showcaseMax: 6,
  /** How often a process checks sets of which cards have arrived. */
  checkSetsEveryMs: 1_000,
  /** How many arrivals of cards one statement checks. */
  setsCheckedAtOnce: 500,
} as const;

/** Orders of the collection; the first is the default. */
export const collectionOrders = [...libraryOrders, 'completeness'] as const;
export type CollectionOrder = (typeof collectionOrders)[number];

/** Which sets the collection shows; the first is the default. */
export const collectionFilters = ['all', 'complete', 'nearly'] as const;
export type CollectionFilter = (typeof collectionFilters)[number];
