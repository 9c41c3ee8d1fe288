import { z } from 'zod';
import { inventoryOrders } from '../constants/inventory-order.ts';
import { rarities } from '../constants/rarity.ts';
import { itemsPerPage, searchTerm } from './list-query.ts';
import { pageNumber } from './paging.ts';

/**
 * An inventory's address: `?q=…&rarity=…&copies=duplicates&order=…&perPage=…&page=…&item=…`; what cannot
 * be read counts as left out.
 */
export const inventoryQuery = z.object({
  page: pageNumber(),
  perPage: itemsPerPage(),
  /** Found in the name of a card or of its game. */
  q: searchTerm(),
  rarity: z.enum(rarities).nullable().catch(null).default(null),
  /** `duplicates`: only cards of which there is more than one copy. */
  copies: z.literal('duplicates').nullable().catch(null).default(null),
  order: z.enum(inventoryOrders).catch(inventoryOrders[0]).default(inventoryOrders[0]),
  /** The stack whose detail is open, as `gameId-kindId`. */
  item: z
    .string()
    .regex(/^[1-9]\d{0,9}-[a-z0-9-]{1,100}$/)
    .optional()
    .catch(undefined),
});

export type InventoryQuery = z.output<typeof inventoryQuery>;

/** What a page says of the screen it is on. */
export const screenWidthInput = z.object({
  wide: z.enum(['0', '1']).transform((text) => text === '1'),
});
