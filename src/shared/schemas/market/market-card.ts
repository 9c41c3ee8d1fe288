import { z } from 'zod';
import { marketConstants, priceRanges } from '../../constants/market/market.ts';
import { parseId } from '../catalog.ts';
import { itemsPerPageOr } from '../fields/list-query.ts';
import { pageNumber } from '../fields/paging.ts';

/** The query of a card's page: `?game=…&range=…&perPage=…&page=…`. Invalid values are ignored. */
export const marketCardQuery = z.object({
  game: z
    .string()
    .optional()
    .transform((text) => parseId(text)),
  range: z.enum(priceRanges).catch(priceRanges[0]).default(priceRanges[0]),
  perPage: itemsPerPageOr(marketConstants.pageSize),
  page: pageNumber(marketConstants.countMax / marketConstants.pageSize),
});
