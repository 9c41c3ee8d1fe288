import { z } from 'zod';
import { shopConstants } from '../constants/catalog.ts';
import { collectionOrders } from '../constants/collection-order.ts';
import { totalRules } from '../format/amount-field.ts';
import { itemsPerPageOr, searchTerm } from './list-query.ts';
import { pageNumber } from './paging.ts';
import { amountInput, idempotencyKeyInput } from './wallet.ts';

/** The form that buys the missing cards of a set. `maximum` is parsed to cents. */
export const buyMissingInput = z.object({
  key: idempotencyKeyInput,
  maximum: amountInput(totalRules),
});

/** The query of a set: `?order=…` is the id of the order whose report is shown. Invalid values are ignored. */
export const collectionQuery = z.object({ order: z.uuid().nullable().catch(null).default(null) });

/** The query of the collection: `?q=…&order=…&perPage=…&page=…`. */
export const collectionsQuery = z.object({
  q: searchTerm(),
  order: z.enum(collectionOrders).catch(collectionOrders[0]).default(collectionOrders[0]),
  perPage: itemsPerPageOr(shopConstants.pageSize),
  page: pageNumber(1_000),
});
