import { z } from 'zod';
import { market } from '../limits.ts';
import { readId } from './catalogue.ts';
import { pageNumber } from './paging.ts';

/** The address of a card's page: `?game=…&page=…`; what cannot be read counts as left out. */
export const marketCardQuery = z.object({
  game: z
    .string()
    .optional()
    .transform((text) => readId(text)),
  page: pageNumber(market.countMax / market.pageSize),
});
