/** The card market. */
export const marketConstants = {
  /** Cents. */
  priceMinCents: 1,
  priceMaxCents: 10_000_00,
  /** Open listings of one account. */
  openMax: 100,
  /** For so long after registering an account trades `firstDayCents` each way, and no guest's cards. */
  firstDayMs: 24 * 60 * 60 * 1000,
  firstDayCents: 100_00,
  /** See `docs/product.md`, 8.1. */
  pageSize: 10,
  pageWindow: 4,
  searchMax: 100,
  /** Exact counts stop here, and so does paging. */
  countMax: 10_000,
  /** What a card's page tells of its sales. */
  salesShown: 20,
  medianMs: 30 * 24 * 60 * 60 * 1000,
  medianSellersMin: 3,
} as const;
