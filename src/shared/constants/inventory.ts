/** Inventory paging. */
export const inventoryConstants = {
  perPageDefault: 20,
  perPageWide: 24,
  wideFromPx: 1920,
  pageWindow: 5,
  modalUpToPx: 650,
} as const;
