/** The wishlist of an account. */
export const wishlistConstants = {
  itemsMax: 500,
  pageSize: 24,
  pageWindow: 4,
  /** What one statement of the price alerts reads at most, and how many statements one run of the job makes. */
  priceChecks: {
    changes: 500,
    cards: 50,
    /** For each card. */
    wishes: 200,
    /** For each wish, the cheapest. */
    listings: 100,
    statements: 500,
  },
} as const;
