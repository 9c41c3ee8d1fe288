/** The orders of the list of trading pairs; the first is the default. */
export const pairOrders = ['distance', 'trades', 'value'] as const;
export type PairOrder = (typeof pairOrders)[number];

/** What moderators see of the market: the pairs of accounts, or the accounts that gain from many others. */
export const tradingViews = ['pairs', 'accounts'] as const;
export type TradingView = (typeof tradingViews)[number];

export const tradingPairConstants = {
  /** The days and the newest sales that count. */
  days: 30,
  salesMax: 100_000,
  /** The sales of a pair. */
  tradesMin: 2,
  /** A price is far from the median at so many times of it, and at its inverse. */
  farRatio: 2,
  /** The accounts at whose cost an account gains, at least. */
  partnersMin: 3,
} as const;
