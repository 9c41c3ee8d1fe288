/** How an inventory can be ordered; the first, by game and the order of its set, is the usual one. */
export const inventoryOrders = ['game', 'newest', 'name', 'rarity', 'count'] as const;
export type InventoryOrder = (typeof inventoryOrders)[number];
