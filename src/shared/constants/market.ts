/** The card market. */
export const marketConstants = {
  priceMinCents: 1,
  priceMaxCents: 10_000_00,
  /** Open listings of one account. */
  openMax: 100,
  /** For this long after registration an account buys and sells for `firstDayCents`, and no resting cards. */
  firstDayMs: 24 * 60 * 60 * 1000,
  firstDayCents: 100_00,
  /** See `docs/product.md`, 8.1. */
  pageSize: 10,
  pageWindow: 4,
  searchMax: 100,
  /** Exact counts stop here, and so does paging. */
  countMax: 10_000,
  /** Sales on a card's page, and the period and minimum number of sellers of its median price. */
  salesShown: 20,
  medianMs: 30 * 24 * 60 * 60 * 1000,
  medianSellersMin: 3,
} as const;
