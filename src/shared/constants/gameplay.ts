export const gameplayConstants = {
  /** The progress bar rises by 1 percent per step. */
  stepsPerCycle: 100,
  toleranceMs: 500,
  /** A play session without a call for ten minutes has ended. */
  idleMs: 10 * 60 * 1000,
  /** A session that ended without an award is deleted after a day. */
  endedRetentionMs: 24 * 60 * 60 * 1000,
  /** The longest time between two calls of a play screen, also in a hidden tab. */
  heartbeatMs: 60 * 1000,
} as const;
