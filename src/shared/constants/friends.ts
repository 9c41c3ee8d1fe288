export const userSearchConstants = {
  searchMax: 20,
  pageSize: 20,
  /** Exact counts stop here, and so does paging. */
  countMax: 10_000,
  /** Up to so many accounts all usernames are read for a term that no index can narrow. */
  wholeMax: 20_000,
} as const;

export const friendsConstants = {
  /** Requests of one account that wait for an answer, or seem to. */
  pendingMax: 20,
  /** A declined request reads as pending for so long; then it may be sent again. */
  declinedMs: 24 * 60 * 60 * 1000,
  pageSize: 20,
  pageMax: 500,
  /** Friends of one account. */
  max: 1_000,
  /** How often a list is read anew while it is looked at: half of what a status may be out of date. */
  rereadMs: 30_000,
} as const;
