import { z } from 'zod';

/** The query of the reference: `?q=…`, cut off at 40 characters. */
export const referenceQuery = z.object({
  q: z
    .string()
    .default('')
    .transform((text) =>
      text
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, 40),
    ),
});
