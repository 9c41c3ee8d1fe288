import type { ErrorList } from './error-list.ts';

/** Errors of wishlists. */
export const wishlistErrors = {
  'wishlist-limit': { status: 409, text: 'Your wishlist can have 500 cards.' },
} as const satisfies ErrorList;
