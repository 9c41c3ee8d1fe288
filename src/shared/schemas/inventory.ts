import { z } from 'zod';
import { inventoryConstants, inventoryOrders } from '../constants/inventory.ts';
import { rarities } from '../constants/rarity.ts';
import { itemsPerPageOr, searchTerm } from './fields/list-query.ts';
import { pageNumber } from './fields/paging.ts';

/**
 * The query of an inventory: `?q=…&rarity=…&copies=duplicates&order=…&perPage=…&page=…&item=…`. Invalid values
 * are ignored.
 */
export const inventoryQuery = z.object({
  page: pageNumber(),
  perPage: itemsPerPageOr(inventoryConstants.perPageDefault),
  /** Searched in the names of cards and games. */
  q: searchTerm(),
  rarity: z.enum(rarities).nullable().catch(null).default(null),
  /** `duplicates`: only cards with more than one copy. */
  copies: z.literal('duplicates').nullable().catch(null).default(null),
  order: z.enum(inventoryOrders).catch(inventoryOrders[0]).default(inventoryOrders[0]),
  /** The stack whose details are open, as `gameId-kindId`. */
  item: z
    .string()
    .regex(/^[1-9]\d{0,9}-[a-z0-9-]{1,100}$/)
    .optional()
    .catch(undefined),
});

export type InventoryQuery = z.output<typeof inventoryQuery>;

/** The request by which a page reports the width of its screen. */
export const screenWidthInput = z.object({
  wide: z.enum(['0', '1']).transform((text) => text === '1'),
});
