import { z } from 'zod';
import { marketConstants } from '../constants/market.ts';
import { readId } from './catalog.ts';
import { itemsPerPageOr } from './list-query.ts';
import { pageNumber } from './paging.ts';

/** The address of a card's page: `?game=…&perPage=…&page=…`; what cannot be read counts as left out. */
export const marketCardQuery = z.object({
  game: z
    .string()
    .optional()
    .transform((text) => readId(text)),
  perPage: itemsPerPageOr(marketConstants.pageSize),
  page: pageNumber(marketConstants.countMax / marketConstants.pageSize),
});
