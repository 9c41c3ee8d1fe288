/** The kinds of notifications. Each can be muted. */
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
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
