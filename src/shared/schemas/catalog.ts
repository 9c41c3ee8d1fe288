import { z } from 'zod';
import { shopConstants } from '../constants/catalog.ts';
import { gameOrders } from '../constants/game-order.ts';
import { itemsPerPageOr } from './list-query.ts';
import { pageNumber } from './paging.ts';

/** The largest id that the catalogue's integer columns hold. */
const idMax = 2_147_483_647;

/**
 * Reads the id of an address such as /game-info/3498. Null for what is no id, which is then simply not
 * found.
 */
export function readId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= idMax ? id : null;
}

/** Reads the id of a kind of card; what cannot be one becomes one that there is not. */
export function readKindId(text: string): string {
  return /^[a-z0-9-]{1,100}$/.test(text) ? text : 'unknown';
}

/** What was typed into a search: control characters are blanks, what exceeds the limit is cut off. */
function searchText(text: string): string {
  const oneLine = text.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ');
  return [...oneLine.trim()].slice(0, shopConstants.searchMax).join('').trim();
}

/** The shop's address: `?q=…&genre=…&order=…&perPage=…&page=…`; what is left out is empty, or the first. */
export const shopQuery = z.object({
  q: z.string().default('').transform(searchText),
  /** A slug; one that no game has finds nothing. */
  genre: z
    .string()
    .default('')
    .transform((text) => (text === '' || /^[a-z0-9-]{1,60}$/.test(text) ? text : 'unknown')),
  order: z.enum(gameOrders).catch(gameOrders[0]),
  perPage: itemsPerPageOr(shopConstants.pageSize),
  page: pageNumber(shopConstants.pageMax),
});

export type ShopQuery = z.output<typeof shopQuery>;

/** The address of a publisher's or a developer's page. */
export const companyQuery = z.object({ page: pageNumber(shopConstants.pageMax) });
