export const notificationConstants = {
  pageSize: 20,
  /** So many can be paged through. */
  pagedMax: 1_000,
  /** Counts in the navigation stop here: '99+'. */
  countMax: 99,
  /** What was read is forgotten after 90 days, what was not after a year. */
  readKeptMs: 90 * 24 * 60 * 60 * 1000,
  keptMs: 365 * 24 * 60 * 60 * 1000,
  /** How long notices gather before they are written together. */
  gatherMs: 100,
  /** When what could not be written is tried again. */
  retryMs: 5_000,
  /** What is kept of a database that does not answer; what is lost beyond is logged so often at most. */
  waitingMax: 10_000,
  lostLogMs: 60_000,
} as const;
