import { z } from 'zod';

/**
 * A page number of a query, from 1 up to `max`. What is no such number reads as the first page, and one
 * beyond the end as the last that may be asked for: a link with a typo still shows something.
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
