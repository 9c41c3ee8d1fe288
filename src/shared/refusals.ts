/**
 * Every expected no: its HTTP status and the text that a person reads. The list is closed, so that
 * each door can render a refusal without knowing the rule behind it.
 */
export const refusals = {
  // Doors
  'bad-input': { status: 400, text: 'Please check what you entered.' },
  'foreign-origin': { status: 403, text: 'This form was sent from another site.' },
  'not-found': { status: 404, text: 'Not found.' },
  'rate-limited': { status: 429, text: 'Rate limit exceeded. Please try again later.' },
  'key-reused': {
    status: 409,
    text: 'This form was sent before with other content. Reload the page.',
  },
  // Accounts (spec 5)
  'login-required': { status: 401, text: 'No user data found. Please log in.' },
  'wrong-credentials': { status: 401, text: 'Incorrect username or password.' },
  'login-failed': { status: 500, text: 'Something went wrong. Please try again.' },
  'guest-failed': { status: 500, text: 'Unable to login as guest.' },
  'registration-failed': {
    status: 500,
    text: 'Error occurred during registration. Please try again.',
  },
  'username-taken': { status: 409, text: 'This username is already taken.' },
  'email-taken': { status: 409, text: 'This email is already in use.' },
  'already-registered': { status: 409, text: 'You already have an account.' },
  'bad-link': { status: 400, text: 'This link has expired or was used before. Ask for a new one.' },
  'account-suspended': { status: 403, text: 'This account is suspended.' },
  'guest-not-allowed': {
    status: 403,
    text: 'Guests cannot do this. Register to keep your games and cards.',
  },
  'user-not-found': { status: 404, text: 'No user data found.' },
  'profile-failed': { status: 500, text: 'Failed to update profile.' },
  // Catalogue
  'game-not-found': { status: 404, text: 'No game info available' },
  'lookup-failed': { status: 503, text: 'This game cannot be looked up at the moment.' },
  /** spec 8: a purchase that failed for a reason of ours. */
  'purchase-failed': { status: 500, text: 'An unexpected error occurred' },
  // Money
  'not-enough-money': { status: 409, text: 'Not enough money.' },
  'already-owned': { status: 409, text: 'You already own this game.' },
  'top-up-failed': { status: 500, text: 'The money could not be added. Please try again.' },
  'reward-failed': { status: 500, text: 'The reward could not be claimed. Please try again.' },
  'balance-limit': { status: 409, text: 'Your balance cannot go above $100,000.00.' },
  'top-up-limit': { status: 409, text: 'You have reached what you can add in one day.' },
  'already-claimed': { status: 409, text: 'You have already claimed the reward of today.' },
  // Play
  'game-not-owned': { status: 403, text: 'You do not own this game.' },
  'not-playing': { status: 409, text: 'This play session has ended. Start again to go on.' },
  'too-early': { status: 409, text: 'The next card is not ready yet.' },
  'award-limit': {
    status: 409,
    text: 'You have collected all cards of today. Come back tomorrow.',
  },
  // Market (spec 8)
  'item-gone': { status: 409, text: 'This item is no longer available.' },
  'own-item': { status: 409, text: 'This item is your own.' },
  'market-failed': { status: 500, text: 'Failed to purchase the item.' },
  'sale-failed': { status: 500, text: 'The card could not be put up for sale. Please try again.' },
  'listing-failed': {
    status: 500,
    text: 'The listing could not be changed. Please try again.',
  },
  'card-not-held': { status: 409, text: 'You have no such card to sell.' },
  'card-resting': {
    status: 409,
    text: 'What you collected as a guest can be sold 24 hours after you registered.',
  },
  'listing-limit': { status: 409, text: 'You can have 100 cards for sale at a time.' },
  'first-day-limit': {
    status: 409,
    text: 'In the first 24 hours after registering, purchases on the market are limited to $100.00 in all.',
  },
  'seller-full': { status: 409, text: 'The seller cannot take more money at the moment.' },
  'unconfirmed-email': { status: 403, text: 'Confirm your email address first.' },
  'card-not-found': { status: 404, text: 'There is no such card.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type RefusalCode = keyof typeof refusals;

/** What goes with a refusal: the form's fields it is about, or when to ask again. */
export interface RefusalDetails {
  /** Input name to what is wrong with it. */
  fields?: Record<string, string>;
  /** Milliseconds until asking again makes sense. */
  retryAfterMs?: number;
  /** Replaces the general text by a more exact one. */
  text?: string;
}

/** An expected no. Throwing it inside a transaction rolls the transaction back. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.text ?? refusals[code].text);
    this.name = 'Refusal';
    this.code = code;
    this.status = refusals[code].status;
    this.details = details;
  }
}

/** Recognises a refusal by its code: a development server can hold the class twice. */
export function isRefusal(error: unknown): error is Refusal {
  return (
    error instanceof Error &&
    error.name === 'Refusal' &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code in refusals
  );
}
