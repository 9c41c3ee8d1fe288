/** How many days rows stay that nobody reads any more. An operator can set other numbers. */
export const retentionDays = {
  readNotifications: 90,
  unreadNotifications: 365,
  failedMails: 7,
  emptyPlaySessions: 1,
  awardCounts: 30,
};

export type RetentionDays = typeof retentionDays;
