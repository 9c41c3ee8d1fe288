import { collectionConstants } from '../constants/collections.ts';

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
