/** The wishlist of an account. */
export const wishlistConstants = {
  itemsMax: 500,
  pageSize: 24,
  pageWindow: 4,
  /** How many changes of listings one statement checks for price alerts. */
  priceChecksAtOnce: 500,
} as const;
