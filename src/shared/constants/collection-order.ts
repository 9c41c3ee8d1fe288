import { libraryOrders } from './game-library-order.ts';

/** Orders of the collection; the first is the default. */
export const collectionOrders = [...libraryOrders, 'completeness'] as const;
export type CollectionOrder = (typeof collectionOrders)[number];

/** Which sets the collection shows; the first is the default. */
export const collectionFilters = ['all', 'complete', 'nearly'] as const;
export type CollectionFilter = (typeof collectionFilters)[number];
