/** What a leaderboard compares; the first is the default. */
export const leaderboardMeasures = ['level', 'sets'] as const;
export type LeaderboardMeasure = (typeof leaderboardMeasures)[number];

/** The time that a leaderboard covers; the first is the default. */
export const leaderboardPeriods = ['month', 'ever'] as const;
export type LeaderboardPeriod = (typeof leaderboardPeriods)[number];

/** Whom a leaderboard shows; the first is the default. */
export const leaderboardGroups = ['all', 'friends'] as const;
export type LeaderboardGroup = (typeof leaderboardGroups)[number];

export const leaderboardConstants = {
  perPage: 25,
  /** So many accounts can be paged through, and a position is counted up to this number. */
  shownMax: 1_000,
} as const;
