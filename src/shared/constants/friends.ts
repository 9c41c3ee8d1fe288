export const userSearchConstants = {
  searchMax: 20,
  pageSize: 20,
  /** Exact counts stop here, and so does paging. */
  countMax: 10_000,
  /** Up to this many accounts, a term that no index supports is searched in all usernames. */
  fullScanMax: 20_000,
} as const;

export const friendsConstants = {
  /** Unanswered requests of one account, including declined ones that still look pending. */
  pendingMax: 20,
  /** How long a declined request looks pending; then it can be sent again. */
  declinedMs: 24 * 60 * 60 * 1000,
  pageSize: 20,
  pageMax: 500,
  /** Friends of one account. */
  max: 1_000,
  /** How often an open list is refreshed: half the time that a status may be outdated. */
  refreshMs: 30_000,
} as const;

/** The actions of the forms about another player. */
export const friendIntents = [
  'add',
  'cancel',
  'accept',
  'decline',
  'remove',
  'block',
  'unblock',
] as const;
export type FriendIntent = (typeof friendIntents)[number];
