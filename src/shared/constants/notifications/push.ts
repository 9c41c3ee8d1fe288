import type { NotificationKind } from './notification-kinds.ts';

export const pushConstants = {
  /** Each node looks this often for pushes that are due. */
  sendEveryMs: 2_000,
  /** Browsers of an account that get pushes. One more replaces the oldest. */
  subscriptionsMax: 10,
  endpointMax: 1_000,
  /** How long a push service can take to answer. */
  attemptMs: 5_000,
  /** A node that claimed a push has this long to send it. Then others try. */
  leaseMs: 60_000,
  attemptsMax: 4,
  /** The wait after the first failed attempt. It is four times as long after each further one. */
  retryMs: 30_000,
  /** The longest wait that a push service can ask for. */
  retryMaxMs: 60 * 60_000,
  /** Pushes that a node sends at the same time, to browsers whose last push arrived or that are new. */
  atOnce: 30,
  /** The same for browsers whose last push failed, so that they delay nobody else. */
  failingAtOnce: 10,
  /** A browser that no push has reached for so long is forgotten at the next failure. */
  failingMaxMs: 7 * 24 * 60 * 60_000,
  /** How long a push service keeps a push for a browser that is off. */
  ttlSeconds: 24 * 60 * 60,
} as const;

/** The lengths of the keys of a subscription in base64url: a point of P-256 (65 bytes) and 16 bytes. */
export const pushKeyLengths = { p256dh: 87, auth: 22 } as const;

/**
 * What a push shows, and the page that it opens. No names, no texts of players and no ids: push services and
 * locked screens see it.
 */
export const pushTexts: Readonly<Record<NotificationKind, { title: string; path: string }>> = {
  'request-accepted': { title: 'You have a new friend', path: '/community/social' },
  'item-sold': { title: 'A card was sold', path: '/profile/notification' },
  'trade-offer': { title: 'A trade offer', path: '/community/market/trades' },
  'trade-accepted': { title: 'A trade offer was accepted', path: '/community/market/trades' },
  'trade-declined': { title: 'A trade offer was declined', path: '/community/market/trades' },
  'order-filled': { title: 'An order bought a card', path: '/community/market/orders' },
  'profile-comment': { title: 'A new comment on your profile', path: '/profile' },
  'discussion-comment': {
    title: 'A new comment in a discussion',
    path: '/profile/notification',
  },
  'price-alert': { title: 'A price alert', path: '/wishlist' },
  moderation: { title: 'Moderation', path: '/settings/moderation' },
  'report-closed': { title: 'Your report', path: '/settings/moderation' },
  'game-hidden': { title: 'The trade of a game has ended', path: '/profile/notification' },
  'group-request': { title: 'A request to join a group', path: '/groups' },
  'group-membership': { title: 'Your groups', path: '/groups' },
};
