/** Orders of the market; the first is the default. */
export const marketOrders = ['newest', 'price'] as const;
export type MarketOrder = (typeof marketOrders)[number];
