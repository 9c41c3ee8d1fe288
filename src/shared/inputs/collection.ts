import { z } from 'zod';
import { totalRules } from '../amount.ts';
import { collectionOrders } from '../collection-order.ts';
import { shop } from '../limits.ts';
import { itemsPerPageOr, searchTerm } from './list-query.ts';
import { amountInput, idempotencyKeyInput } from './money.ts';
import { pageNumber } from './paging.ts';

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
  perPage: itemsPerPageOr(shop.pageSize),
  page: pageNumber(1_000),
});
