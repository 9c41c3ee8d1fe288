import type { ErrorList } from './error-list.ts';

/** Errors of games, their prices and their purchase. */
export const catalogErrors = {
  'game-not-found': { status: 404, text: 'No game info available' },
  'lookup-failed': { status: 503, text: 'This game cannot be looked up at the moment.' },
  'games-changed': {
    status: 409,
    text: 'The list has changed meanwhile. Look at it again, then repeat what you did.',
  },
  'catalog-editors-only': { status: 403, text: 'Only catalog editors can do this.' },
  'price-changed': { status: 409, text: 'The price has changed.' },
  'own-address': {
    status: 409,
    text: 'The address of a game must be on another site, so that the game cannot act for its players.',
  },
  'sold-out': { status: 409, text: 'Sold out' },
  'keys-unavailable': {
    status: 503,
    text: 'Keys cannot be stored: the server does not have the key that encrypts them.',
  },
  'too-many-keys': { status: 409, text: 'A game can have 100,000 keys. Nothing was added.' },
  'sale-in-past': { status: 409, text: 'A sale must end after now.' },
  'sale-too-long': { status: 409, text: 'A sale lasts at most a year.' },
  'sale-overlaps': { status: 409, text: 'Another sale of this game is at that time.' },
  'too-many-sales': { status: 409, text: 'This game has 20 sales to come already.' },
  'group-price-limit': { status: 409, text: 'This game has prices for 50 groups already.' },
  'sale-not-found': { status: 404, text: 'This sale is over.' },
  'role-needed': { status: 403, text: 'Only holders of a certain role can buy this game.' },
  'game-name-taken': { status: 409, text: 'There is a game with this name already.' },
  'game-changed': {
    status: 409,
    text: 'Somebody else has changed this game since you opened it. Compare, then save again to replace those changes.',
  },
  'too-many-game-pictures': {
    status: 409,
    text: 'A game can have 12 pictures besides its cover. Remove one first.',
  },
  'card-set-changed': {
    status: 409,
    text: 'Somebody else has changed this set since you opened it. Reload the page to see it.',
  },
  'card-left-set': {
    status: 409,
    text: 'This card is no longer in the set.',
  },
  'unfair-card-set': {
    status: 400,
    text: 'A rarer card would come more often than a more common one. Change the numbers of cards of each rarity.',
  },
  'too-many-card-kinds': {
    status: 409,
    text: 'This game has had 500 different cards, which is as many as it can have. Put earlier ones back instead.',
  },
  'too-many-set-versions': {
    status: 409,
    text: 'This set has had 100 versions, which is as many as it can have. Texts and pictures of its cards can still be changed.',
  },
  /** The text says what is wrong. */
  'bad-game-file': { status: 400, text: 'This file cannot be read.' },
  'too-many-own-games': { status: 409, text: 'A site can have 1,000 games of its own.' },
} as const satisfies ErrorList;
