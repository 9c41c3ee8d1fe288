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
  /** From this number on, a count of the existing copies of a card is cached for a minute. */
  copiesCachedFrom: 500,
  /** Sales on a card's page, and the period and minimum number of sellers of its median price. */
  salesShown: 20,
  medianMs: 30 * 24 * 60 * 60 * 1000,
  medianSellersMin: 3,
  /** Open buy orders of one account, copies of one order, and how long an order is open. */
  ordersMax: 50,
  orderCopiesMax: 20,
  orderDays: 30,
  /** The price levels of each side that a card's page shows. */
  depthLevels: 10,
  /** The trades of two accounts with each other on one UTC day, and their sum if there are two or more. */
  pairTradesMax: 20,
  pairCents: 500_00,
  /** For this long after registration an account is a newcomer. What others get from newcomers on a UTC day is limited. */
  newcomerMs: 7 * 24 * 60 * 60 * 1000,
  newcomerGainCents: 200_00,
} as const;

/** Orders of the market; the first is the default. */
export const marketOrders = ['newest', 'price'] as const;
export type MarketOrder = (typeof marketOrders)[number];

/** Orders of a player's own listings. The first, by game and card, is the default. */
export const listingOrders = ['game', 'newest', 'price'] as const;
export type ListingOrder = (typeof listingOrders)[number];

/** The periods of a price chart; the first is the default. */
export const priceRanges = ['month', 'week', 'year', 'all'] as const;
export type PriceRange = (typeof priceRanges)[number];
