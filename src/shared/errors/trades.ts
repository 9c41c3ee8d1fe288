import type { ErrorList } from './error-list.ts';

/** Errors of trade offers. */
export const tradeErrors = {
  'offer-not-found': { status: 404, text: 'There is no such trade offer.' },
  'offer-closed': { status: 409, text: 'This trade offer is no longer open.' },
  'offer-empty': { status: 400, text: 'Choose at least one card.' },
  'offer-too-large': { status: 400, text: 'A trade offer can have 10 cards on each side.' },
  'offer-same-card': { status: 400, text: 'The same card cannot be on both sides.' },
  'offer-limit': {
    status: 409,
    text: 'You have 30 open trade offers. Withdraw one or wait for an answer.',
  },
  /** The text names the cards. */
  'offer-cards-gone': { status: 409, text: 'Some of these cards are no longer there.' },
  'inventory-hidden': {
    status: 403,
    text: 'This player keeps the inventory private. You can offer cards, but not ask for any.',
  },
  /** Of the actor; the text of another account is the same, so it names nobody. */
  'trade-first-day': {
    status: 409,
    text: 'In the first 24 hours after registering, cards for $100.00 in all can be given and as many received.',
  },
  'beyond-age-limit': {
    status: 403,
    text: 'Some of these cards are of games that one of you may not see.',
  },
} as const satisfies ErrorList;
