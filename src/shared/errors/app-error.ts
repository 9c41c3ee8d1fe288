/**
 * Every expected no: its HTTP status and the text that a person reads. The list is closed, so that
 * each door can render a refusal without knowing the rule behind it.
 */
export const appErrors = {
  // Doors
  'bad-input': { status: 400, text: 'Please check what you entered.' },
  'foreign-origin': { status: 403, text: 'This form was sent from another site.' },
  'not-found': { status: 404, text: 'Not found.' },
  'rate-limited': { status: 429, text: 'Rate limit exceeded. Please try again later.' },
  'key-reused': {
    status: 409,
    text: 'This form was sent before with other content. Reload the page.',
  },
  // Accounts
  'login-required': { status: 401, text: 'No user data found. Please log in.' },
  'not-yourself': { status: 403, text: 'This can be done only by the player who is named.' },
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
  'app-session-ended': { status: 401, text: 'This session has ended. Log in again.' },
  'app-user-linked': { status: 401, text: 'a user already exists with the specified provider' },
  'app-account-needed': {
    status: 403,
    text: 'This session has no account. Log in, or link one, first.',
  },
  'api-key-session': { status: 403, text: 'A session by an API key cannot do this.' },
  'api-key-gone': { status: 404, text: 'API key not found' },
  'api-key-limit': { status: 409, text: 'An account can have 20 API keys.' },
  'role-kept': {
    status: 403,
    text: 'An account that moderates cannot be deleted. Have its role taken away first.',
  },
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
  /** A purchase that failed for a reason of ours. */
  'purchase-failed': { status: 500, text: 'An unexpected error occurred' },
  // Money
  'not-enough-money': { status: 409, text: 'Not enough money.' },
  'not-the-price': { status: 409, text: 'A game costs what the shop says.' },
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
  // Market
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
  'seller-limit': {
    status: 409,
    text: 'The seller is new here and has sold what new players may sell in their first 24 hours.',
  },
  'seller-full': { status: 409, text: 'The seller cannot take more money at the moment.' },
  'unconfirmed-email': { status: 403, text: 'Confirm your email address first.' },
  'card-not-found': { status: 404, text: 'There is no such card.' },
  // Friends
  'users-failed': { status: 500, text: 'Failed to load users.' },
  'friends-failed': { status: 500, text: 'Failed to load friends list.' },
  'requests-failed': { status: 500, text: 'Failed to load friend requests.' },
  'friend-self': { status: 409, text: 'You cannot send yourself a friend request.' },
  'already-friends': { status: 409, text: 'You are already friends.' },
  'request-pending': { status: 409, text: 'You have already sent a friend request.' },
  'request-limit': {
    status: 409,
    text: 'You have 20 friend requests without an answer. Wait for some of them.',
  },
  'friend-limit': { status: 409, text: 'One of you has as many friends as can be.' },
  'request-gone': { status: 409, text: 'This friend request is no longer there.' },
  'not-friends': { status: 403, text: 'You are not friends.' },
  /** Says nothing of who blocked whom. */
  'not-reachable': { status: 403, text: 'This player cannot be reached.' },
  'block-self': { status: 409, text: 'You cannot block yourself.' },
  'friend-action-failed': { status: 500, text: 'That did not work. Please try again.' },
  // Comments
  'comment-empty': { status: 400, text: 'Write something first.' },
  'comment-failed': {
    status: 500,
    text: 'The comment could not be posted. Please try again.',
  },
  'comment-gone': { status: 404, text: 'This comment is no longer there.' },
  // Discussions
  'discussion-gone': { status: 404, text: 'Discussion not found or failed to load.' },
  'discussion-failed': { status: 500, text: 'Discussion not found or failed to load.' },
  'discussions-failed': { status: 500, text: 'Failed to load discussions.' },
  'discussion-empty': { status: 400, text: 'A discussion needs a title and content.' },
  'discussion-private': {
    status: 403,
    text: 'Private discussion. You cannot write comments here!',
  },
  'discussion-full': {
    status: 409,
    text: 'This discussion is full: it has 100,000 comments. Begin another one to go on.',
  },
  'not-author': { status: 403, text: 'Only its author can change this discussion.' },
  'discussion-not-saved': {
    status: 500,
    text: 'The discussion could not be saved. Please try again.',
  },
  'discussion-action-failed': { status: 500, text: 'That did not work. Please try again.' },
  // Chat
  'message-empty': { status: 400, text: 'Write something first.' },
  'message-failed': { status: 500, text: 'The message could not be sent. Please try again.' },
  // Pictures
  'not-a-picture': {
    status: 415,
    text: 'This is not a picture that we know: send a JPEG, PNG, WebP, GIF or AVIF.',
  },
  'picture-pixels': { status: 413, text: 'A picture may have 50 megapixels at most.' },
  'picture-avif-pixels': {
    status: 413,
    text: 'A picture in AVIF may have 16 megapixels at most. Save it as JPEG or WebP and send that.',
  },
  'picture-frames': { status: 413, text: 'This animation has too many frames.' },
  'picture-broken': { status: 422, text: 'This picture is damaged and cannot be read.' },
  'picture-action-failed': { status: 500, text: 'That did not work. Please try again.' },
  'picture-heavy': {
    status: 413,
    text: 'This picture takes too much memory or time to read. Save it as an ordinary JPEG and send that.',
  },
  'pictures-busy': {
    status: 503,
    text: 'Many pictures are being made right now. Please try again in a moment.',
  },
  'picture-gone': { status: 404, text: 'This picture is no longer there.' },
  'picture-failed': {
    status: 500,
    text: 'The picture could not be posted. Please try again.',
  },
  'upload-key': { status: 403, text: 'The public key is invalid.' },
  'upload-unsigned': { status: 403, text: 'Invalid signature.' },
  'upload-expired': { status: 403, text: 'Expired signature.' },
  'upload-bytes': { status: 413, text: 'A picture may have 50 MB at most.' },
  'upload-small': { status: 400, text: 'This file is too small to be sent in parts.' },
  'upload-limit': { status: 409, text: 'You can add 20 pictures a day.' },
  'uploads-of-day': { status: 409, text: 'You have sent 60 pictures today. Come back tomorrow.' },
  'uploads-open': {
    status: 429,
    text: 'Two of your pictures are on their way already. Wait for one of them.',
  },
  'upload-gone': { status: 404, text: 'This upload is no longer there. Start again.' },
  // The file service, in the words of its vendor where clients know them
  'service-unsigned': { status: 401, text: 'Authentication credentials were not provided.' },
  'service-key': { status: 401, text: 'Incorrect authentication credentials.' },
  'service-signature': { status: 401, text: 'Invalid signature. Please check your Secret key.' },
  'service-date': {
    status: 401,
    text: 'The date of this request is too far from ours. Please check your clock.',
  },
  'upload-incomplete': { status: 400, text: 'Not all of the file has arrived.' },
  // Moderation
  'moderators-only': { status: 403, text: 'Only moderators can do this.' },
  'not-above': { status: 403, text: 'You cannot do this to a moderator or an admin.' },
  'admins-only': { status: 403, text: 'Only admins can do this.' },
  'moderate-self': { status: 403, text: 'You cannot do this to yourself.' },
  'already-suspended': { status: 409, text: 'This account is suspended already.' },
  'not-suspended': { status: 409, text: 'This account is not suspended.' },
  'role-had': { status: 409, text: 'This account has that role already.' },
  'moderation-failed': { status: 500, text: 'That did not work. Please try again.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type AppErrorCode = keyof typeof appErrors;

/** What goes with a refusal: the form's fields it is about, or when to ask again. */
export interface AppErrorDetails {
  /** Input name to what is wrong with it. */
  fields?: Record<string, string>;
  /** Milliseconds until asking again makes sense. */
  retryAfterMs?: number;
  /** Replaces the general text by a more exact one. */
  text?: string;
}

/** An expected no. Throwing it inside a transaction rolls the transaction back. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly status: number;
  readonly details: AppErrorDetails;

  constructor(code: AppErrorCode, details: AppErrorDetails = {}) {
    super(details.text ?? appErrors[code].text);
    this.name = 'Refusal';
    this.code = code;
    this.status = appErrors[code].status;
    this.details = details;
  }
}

/** Recognises a refusal by its code: a development server can hold the class twice. */
export function isAppError(error: unknown): error is AppError {
  return (
    error instanceof Error &&
    error.name === 'Refusal' &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code in appErrors
  );
}
