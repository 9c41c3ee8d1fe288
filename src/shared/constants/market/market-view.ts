/** The views of the market that the navigation can open: the list of items, or one tile for each card. */
export const marketViews = ['items', 'cards'] as const;

export type MarketView = (typeof marketViews)[number];
