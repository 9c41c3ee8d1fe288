import { z } from 'zod';
import { shopConstants } from '../constants/catalog/catalog.ts';
import { gameOrders } from '../constants/catalog/game-order.ts';
import { itemsPerPageOr, searchTerm } from './fields/list-query.ts';
import { pageNumber } from './fields/paging.ts';

/** The largest id that the catalogue's integer columns hold. */
const idMax = 2_147_483_647;

/** Parses the id in a path such as /game-info/3498; null if it is not an id. */
export function parseId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= idMax ? id : null;
}

/** Parses the id of a kind of card. An invalid id becomes `unknown`, which does not exist. */
export function parseKindId(text: string): string {
  return /^[a-z0-9-]{1,100}$/.test(text) ? text : 'unknown';
}

/** The query of the shop: `?q=…&genre=…&order=…&perPage=…&page=…`. Missing values are empty or the default. */
export const shopQuery = z.object({
  q: searchTerm(shopConstants.searchMax),
  /** A slug. An unknown one finds nothing. */
  genre: z
    .string()
    .default('')
    .transform((text) => (text === '' || /^[a-z0-9-]{1,60}$/.test(text) ? text : 'unknown')),
  order: z.enum(gameOrders).catch(gameOrders[0]),
  perPage: itemsPerPageOr(shopConstants.pageSize),
  page: pageNumber(shopConstants.pageMax),
});

export type ShopQuery = z.output<typeof shopQuery>;

/** The query of a publisher's or developer's page: `?page=…`. */
export const companyQuery = z.object({ page: pageNumber(shopConstants.pageMax) });
