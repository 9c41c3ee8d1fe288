/** Inventory paging. */
export const inventoryConstants = {
  perPageDefault: 20,
  perPageWide: 24,
  wideFromPx: 1920,
  pageWindow: 5,
  modalUpToPx: 650,
} as const;

/** Orders of an inventory. The first, by game and the order of its set, is the default. */
export const inventoryOrders = ['game', 'newest', 'name', 'rarity', 'count'] as const;
export type InventoryOrder = (typeof inventoryOrders)[number];
