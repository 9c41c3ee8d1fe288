/** The kinds of notifications. Each can be muted, mailed and pushed. */
export const notificationKinds = [
  'request-accepted',
  'item-sold',
  'trade-offer',
  'trade-accepted',
  'trade-declined',
  'order-filled',
  'profile-comment',
  'discussion-comment',
  'price-alert',
  'moderation',
  'report-closed',
  'game-hidden',
  'group-request',
  'group-membership',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The kinds as settings name them. */
export const notificationKindLabels: Readonly<Record<NotificationKind, string>> = {
  'request-accepted': 'New friends',
  'item-sold': 'Cards that were sold',
  'trade-offer': 'Trade offers to you',
  'trade-accepted': 'Trade offers that were accepted',
  'trade-declined': 'Trade offers that were declined',
  'order-filled': 'Cards that your orders bought',
  'profile-comment': 'Comments on your profile',
  'discussion-comment': 'Comments in discussions you follow',
  'price-alert': 'Cards of your wishlist at the price of your alert',
  moderation: 'What moderators did to your account',
  'report-closed': 'Your reports that were decided',
  'game-hidden': 'Listings, orders and trade offers that ended because a game was hidden',
  'group-request': 'Requests to join groups that you lead',
  'group-membership': 'Your membership in groups',
};

/** The names of the fields of a kind in the form of the settings. */
export const kindFields = (kind: NotificationKind) => ({
  site: `site-${kind}`,
  mail: `mail-${kind}`,
  push: `push-${kind}`,
});
