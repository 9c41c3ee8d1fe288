import type { ErrorList } from './error-list.ts';

/** Errors of listings, sales and purchases of cards. */
export const marketErrors = {
  'item-gone': { status: 409, text: 'This item is no longer available.' },
  'own-item': { status: 409, text: 'This item is your own.' },
  'card-not-held': { status: 409, text: 'You have no such card to sell.' },
  'game-hidden': {
    status: 409,
    text: 'This game is hidden at the moment. Its cards cannot be traded.',
  },
  'card-resting': {
    status: 409,
    text: 'What you collected as a guest can be sold 24 hours after you registered.',
  },
  'listing-limit': { status: 409, text: 'You can have 100 cards for sale at a time.' },
  'first-day-limit': {
    status: 409,
    text: 'In the first 24 hours after registering, purchases on the market are limited to $100.00 in all.',
  },
  'seller-limit': {
    status: 409,
    text: 'The seller is new here and has sold what new players may sell in their first 24 hours.',
  },
  'seller-full': { status: 409, text: 'The seller cannot take more money at the moment.' },
  'unconfirmed-email': { status: 403, text: 'Confirm your email address first.' },
  'pair-limit': { status: 409, text: 'You two have traded enough for today.' },
  'newcomer-limit': {
    status: 409,
    text: 'In one day nobody gets more than $200.00 from players who registered in the last seven days. One of you has reached that.',
  },
  'order-limit': { status: 409, text: 'You can have 50 open orders at a time.' },
  'order-gone': { status: 409, text: 'This order is no longer open.' },
  'own-listing-crosses': {
    status: 409,
    text: 'You have this card for sale yourself at this price or less.',
  },
  'own-order-crosses': {
    status: 409,
    text: 'You have an order for this card yourself at this price or more. Cancel it first.',
  },
  'search-limit': { status: 409, text: 'You can save 20 searches.' },
  'card-not-found': { status: 404, text: 'There is no such card.' },
} as const satisfies ErrorList;
