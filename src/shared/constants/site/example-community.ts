/** The example community that a new site can begin with. */
export const exampleCommunityConstants = {
  players: 12,
  /** How long ago it begins. */
  days: 21,
  /** How often nodes begin to make it before it has failed. */
  attemptsMax: 3,
  /** A node that does not extend its claim for this time is dead. */
  leaseMs: 60 * 1000,
  retryMs: 20 * 1000,
  checkEveryMs: 2_000,
} as const;
