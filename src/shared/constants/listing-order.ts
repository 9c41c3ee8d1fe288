/** Orders of a player's own listings. The first, by game and card, is the default. */
export const listingOrders = ['game', 'newest', 'price'] as const;
export type ListingOrder = (typeof listingOrders)[number];
