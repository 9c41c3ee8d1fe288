import { z } from 'zod';
import { shopConstants } from '../constants/catalog/catalog.ts';
import {
  collectionConstants,
  collectionFilters,
  collectionOrders,
} from '../constants/collections.ts';
import { marketConstants } from '../constants/market/market.ts';
import { rarities } from '../constants/rarity.ts';
import { parseAmount, priceRules, totalRules } from '../format/amounts/amount-field.ts';
import { findKindOfOrderField } from '../format/amounts/missing-card-order-fields.ts';
import { parseKindId } from './catalog.ts';
import { amountInput } from './fields/amount.ts';
import { idempotencyKeyInput } from './fields/idempotency-key.ts';
import { itemsPerPageOr, searchTerm } from './fields/list-query.ts';
import { pageNumber } from './fields/paging.ts';

/** The form that buys the missing cards of a set. `maximum` is parsed to cents. */
export const buyMissingInput = z.object({
  key: idempotencyKeyInput,
  maximum: amountInput(totalRules),
});

/** A parameter that is ignored when its value is invalid. */
const optional = <Value extends z.ZodType>(value: Value) =>
  value.nullable().catch(null).default(null);

/**
 * The query of a set. `order` and `ordered` are the ids of the purchase and of the orders whose report is
 * shown. `ask` opens the question of crafting, or of recycling a rarity. `crafted` and `recycled` (its id)
 * show the result.
 */
export const collectionQuery = z.object({
  order: optional(z.uuid()),
  ordered: optional(z.uuid()),
  ask: optional(z.enum(['craft', ...rarities])),
  crafted: optional(z.enum(['1', '2', '3', '4', '5'])),
  recycled: optional(z.uuid()),
});

/** The form that crafts a level of a badge. */
export const craftInput = z.object({
  key: idempotencyKeyInput,
  level: z.coerce.number().int().min(1).max(collectionConstants.badgeLevelMax),
});

/** The form that recycles ten cards of a rarity at the odds that were shown. */
export const recycleInput = z.object({
  key: idempotencyKeyInput,
  rarity: z.enum(rarities),
  odds: z.string().max(2_000),
});

/** The query of the collection: `?q=…&order=…&show=…&perPage=…&page=…`. */
export const collectionsQuery = z.object({
  q: searchTerm(),
  order: z.enum(collectionOrders).catch(collectionOrders[0]).default(collectionOrders[0]),
  show: z.enum(collectionFilters).catch(collectionFilters[0]).default(collectionFilters[0]),
  perPage: itemsPerPageOr(shopConstants.pageSize),
  page: pageNumber(1_000),
});

/** The prices of the form that orders missing cards, and the error text of each invalid field. */
export interface OrderPrices {
  /** In cents. */
  orders: { kindId: string; price: number }[];
  fields: Record<string, string>;
}

/** Reads the price fields of a form or a query. Cards with an empty price are left out. */
export function readOrderPrices(form: FormData | URLSearchParams): OrderPrices {
  const orders = new Map<string, number>();
  const fields: Record<string, string> = {};
  for (const [name, text] of form) {
    const kindId = findKindOfOrderField(name);
    if (kindId === null || typeof text !== 'string' || text.trim() === '') continue;
    const price = parseAmount(text, priceRules);
    if ('problem' in price) fields[name] ??= price.problem;
    else if (orders.size < marketConstants.ordersMax) orders.set(parseKindId(kindId), price.cents);
  }
  return { orders: [...orders].map(([kindId, price]) => ({ kindId, price })), fields };
}
