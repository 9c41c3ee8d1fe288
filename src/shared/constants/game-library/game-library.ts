export const libraryConstants = { pageSize: 20 } as const;

/** Orders of a library; the first is the default. */
export const libraryOrders = ['name', 'newest'] as const;
export type LibraryOrder = (typeof libraryOrders)[number];
