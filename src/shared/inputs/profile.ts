import { z } from 'zod';
import { inventory, profile } from '../limits.ts';
import { pageNumber } from './paging.ts';

/** spec 5: name at most 20, description at most 200, one of nine pictures; empty keeps what was. */
export const editProfileInput = z.object({
  name: z
    .string()
    .trim()
    .max(profile.nameMax, `At most ${profile.nameMax} characters.`)
    .default(''),
  description: z
    .string()
    .trim()
    .max(profile.descriptionMax, `At most ${profile.descriptionMax} characters.`)
    .default(''),
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
