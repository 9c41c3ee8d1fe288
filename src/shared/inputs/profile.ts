import { z } from 'zod';
import { inventory, profile } from '../limits.ts';
import { pageNumber } from './paging.ts';

/** A text of at most `max` characters that can be stored: Postgres keeps no NUL. */
function text(max: number) {
  return z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .refine((value) => !value.includes('\0'), 'This has a character that cannot be kept.')
    .default('');
}

/** spec 5: name at most 20, description at most 200, one of nine pictures; empty keeps what was. */
export const editProfileInput = z.object({
  name: text(profile.nameMax),
  description: text(profile.descriptionMax),
  profilePic: z
    .union([z.literal(''), z.enum(profile.pictures)], 'Choose one of the pictures.')
    .default(''),
});

/** spec 5: items per page 10 to 100, default 20; values under 10 are set to 10. */
export const inventoryQuery = z.object({
  page: pageNumber(),
  perPage: z
    .string()
    .optional()
    .transform((text) => {
      if (!text || !/^\d{1,9}$/.test(text)) return inventory.perPageDefault;
      return Math.min(Math.max(inventory.perPageMin, Number(text)), inventory.perPageMax);
    }),
  /** The stack whose detail is open, as `gameId-kindId`. */
  item: z.string().max(100).optional(),
});
