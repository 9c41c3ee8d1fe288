/** Orders of an inventory. The first, by game and the order of its set, is the default. */
export const inventoryOrders = ['game', 'newest', 'name', 'rarity', 'count'] as const;
export type InventoryOrder = (typeof inventoryOrders)[number];
