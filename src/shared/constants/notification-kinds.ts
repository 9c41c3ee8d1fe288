/** What an account is told of afterwards, each with a switch of its own. */
export const notificationKinds = [
  'request-accepted',
  'item-sold',
  'profile-comment',
  'discussion-comment',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
