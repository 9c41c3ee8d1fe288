import type { NotificationKind } from '#shared/constants/notifications/notification-kinds.ts';

/** The texts of toasts, loaded with the first notification. */
export const notificationToastTexts: Record<NotificationKind, string> = {
  'request-accepted': 'You have a new friend.',
  'item-sold': 'One of your cards was sold.',
  'trade-offer': 'A friend offers you a trade.',
  'trade-accepted': 'Your trade offer was accepted.',
  'trade-declined': 'Your trade offer was declined.',
  'order-filled': 'One of your orders bought a card.',
  'profile-comment': 'There is a new comment on your profile.',
  'discussion-comment': 'There is a new comment in a discussion you follow.',
  'price-alert': 'A card of your wishlist is for sale at your price.',
  moderation: 'A moderator did something about your account.',
  'report-closed': 'One of your reports was decided.',
  'game-hidden': 'A game was hidden, so trading of its cards has ended.',
  'group-request': 'Somebody asks to join a group of yours.',
  'group-membership': 'Something changed in your groups.',
};
