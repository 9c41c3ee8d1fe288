import { libraryOrders } from './library-order.ts';

/** Orders of the collection; the first is the default. */
export const collectionOrders = [...libraryOrders, 'completeness'] as const;
export type CollectionOrder = (typeof collectionOrders)[number];
