/** The orders that a list of games can be asked for in; the first is the one it has by itself. */
export const gameOrders = ['relevance', 'rating', 'released', 'name'] as const;

/** `relevance` is the best match for what was searched; without a search, the most rated. */
export type GameOrder = (typeof gameOrders)[number];
