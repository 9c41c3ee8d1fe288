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

/** The experience for crafting a level of a badge. */
export function getBadgeExperience(level: number): number {
  return level * collectionConstants.experiencePerLevel;
}

/** A level of an account, and the experience with which it and the next one begin. */
export interface CollectorLevel {
  level: number;
  from: number;
  next: number;
}

/**
 * The level of an account. Level n begins at 100 + 200 + … + 100·n experience, so a badge with all five
 * levels gives exactly level 5, and each level needs more than the one before.
 */
export function getCollectorLevel(experience: number): CollectorLevel {
  const start = (level: number) =>
    (collectionConstants.experiencePerLevel * level * (level + 1)) / 2;
  let level = Math.max(
    0,
    Math.floor((Math.sqrt(1 + (8 * experience) / collectionConstants.experiencePerLevel) - 1) / 2),
  );
  // The square root can be off by one at the limits.
  while (start(level + 1) <= experience) level += 1;
  while (level > 0 && start(level) > experience) level -= 1;
  return { level, from: start(level), next: start(level + 1) };
}

/** Orders of the collection; the first is the default. */
export const collectionOrders = [...libraryOrders, 'completeness'] as const;
export type CollectionOrder = (typeof collectionOrders)[number];

/** Which sets the collection shows; the first is the default. */
export const collectionFilters = ['all', 'complete', 'nearly'] as const;
export type CollectionFilter = (typeof collectionFilters)[number];
