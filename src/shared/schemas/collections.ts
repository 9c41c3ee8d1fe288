import { z } from 'zod';
import { shopConstants } from '../constants/catalog.ts';
import { collectionOrders } from '../constants/collection-order.ts';
import { totalRules } from '../format/amount.ts';
import { itemsPerPageOr, searchTerm } from './list-query.ts';
import { pageNumber } from './paging.ts';
import { amountInput, idempotencyKeyInput } from './wallet.ts';

/** The form that buys what a set lacks; `maximum` comes as typed and goes on in cents. */
export const buyMissingInput = z.object({
  key: idempotencyKeyInput,
  maximum: amountInput(totalRules),
});

/** `?order=…` names the form whose report is shown; what names none counts as left out. */
export const collectionQuery = z.object({ order: z.uuid().nullable().catch(null).default(null) });

/** The address of the collection: `?q=…&order=…&perPage=…&page=…`. */
export const collectionsQuery = z.object({
  q: searchTerm(),
  order: z.enum(collectionOrders).catch(collectionOrders[0]).default(collectionOrders[0]),
  perPage: itemsPerPageOr(shopConstants.pageSize),
  page: pageNumber(1_000),
});
