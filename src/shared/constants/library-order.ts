/** How a library can be ordered; the first is the usual one. */
export const libraryOrders = ['name', 'newest'] as const;
export type LibraryOrder = (typeof libraryOrders)[number];
