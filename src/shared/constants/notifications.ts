export const notificationConstants = {
  pageSize: 20,
  /** How many notifications can be paged through. */
  pagedMax: 1_000,
  /** Counts in the navigation stop here: '99+'. */
  countMax: 99,
  /** Read notifications are deleted after 90 days, unread ones after a year. */
  readRetentionMs: 90 * 24 * 60 * 60 * 1000,
  unreadRetentionMs: 365 * 24 * 60 * 60 * 1000,
  /** How long notifications are collected before they are written together. */
  batchMs: 100,
  /** After how long a failed write is retried. */
  retryMs: 5_000,
  /** Notifications that wait while the database does not answer. Lost ones are logged every `lostLogMs` at most. */
  waitingMax: 10_000,
  lostLogMs: 60_000,
} as const;
