/** The orders of the list of trading pairs; the first is the default. */
export const pairOrders = ['distance', 'trades', 'value'] as const;
export type PairOrder = (typeof pairOrders)[number];

/** Which pairs of accounts moderators see: those with so many sales, of these days and sales. */
export const tradingPairConstants = { days: 30, tradesMin: 2, salesMax: 100_000 } as const;
