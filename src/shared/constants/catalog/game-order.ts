/** Orders of a list of games; the first is the default. */
export const gameOrders = ['relevance', 'rating', 'released', 'name'] as const;

/** `relevance` is the best match for a search; without a search, the number of ratings. */
export type GameOrder = (typeof gameOrders)[number];
