export const notificationConstants = {
  pageSize: 20,
  /** How many notifications can be paged through. */
  pagedMax: 1_000,
  /** Counts in the navigation stop here: '99+'. */
  countMax: 99,
  /** How long notifications are collected before they are delivered together. */
  batchMs: 100,
  /** How often a node delivers what others left. */
  deliverEveryMs: 2_000,
  /** Notifications that one statement delivers. */
  deliveredAtOnce: 500,
  /** Comments of discussions whose subscribers one statement notifies: up to 5,000 for each. */
  discussionsAtOnce: 4,
} as const;
