/** The periods of a price chart; the first is the default. */
export const priceRanges = ['month', 'week', 'year', 'all'] as const;
export type PriceRange = (typeof priceRanges)[number];
