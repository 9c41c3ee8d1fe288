/** How one's own listings can be ordered; the first, by game and card, is the usual one. */
export const listingOrders = ['game', 'newest', 'price'] as const;
export type ListingOrder = (typeof listingOrders)[number];
