export const gameplayConstants = {
  /** Progress rises 1 percent per step until 100 percent. */
  stepsPerCycle: 100,
  toleranceMs: 500,
  /** A play session without a call for ten minutes has ended. */
  idleMs: 10 * 60 * 1000,
  /** A session that ended and was awarded nothing is forgotten after a day. */
  endedKeptMs: 24 * 60 * 60 * 1000,
  /** How often a page that plays calls at least, also from a hidden tab. */
  heartbeatMs: 60 * 1000,
} as const;
