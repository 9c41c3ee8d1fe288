import { z } from 'zod';

/** The address of the reference: `?q=…`; what exceeds the limit is cut off. */
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
