/** How the market can be ordered; the first is the usual one. */
export const marketOrders = ['newest', 'price'] as const;
export type MarketOrder = (typeof marketOrders)[number];
