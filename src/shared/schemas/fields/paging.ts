import { z } from 'zod';

/**
 * A page number of a query, from 1 to `max`. An invalid number becomes 1 and a larger one `max`, so a link
 * with a typo still shows a page.
 */
export function pageNumber(max = 10_000) {
  return z
    .string()
    .optional()
    .transform((text) => {
      if (!text || !/^\d{1,9}$/.test(text)) return 1;
      return Math.min(Math.max(1, Number(text)), max);
    });
}
