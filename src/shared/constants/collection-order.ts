import { libraryOrders } from './library-order.ts';

/** How the collection can be ordered; the first is the usual one. */
export const collectionOrders = [...libraryOrders, 'completeness'] as const;
export type CollectionOrder = (typeof collectionOrders)[number];
