import { z } from 'zod';
import { listConstants } from '../../constants/lists.ts';
import { cutCharacters } from '../../format/texts/characters.ts';

/** The number of items per page in a query: `readItemsPerPage`, or the number of the list. */
export function itemsPerPageOr(designed: number) {
  return z
    .string()
    .optional()
    .transform((text) => readItemsPerPage(text, designed) ?? designed);
}

/**
 * The number of items per page that a query asks for: 10 to 100, or the number of the list, which may be
 * below 10. Other numbers are clamped; null for anything else.
 */
export function readItemsPerPage(text: string | undefined, designed: number): number | null {
  if (!text || !/^-?\d+$/.test(text)) return null;
  return text === String(designed) ? designed : clampItemsPerPage(Number(text));
}

/** The nearest number of items per page that lists allow. */
export function clampItemsPerPage(count: number): number {
  return Math.min(Math.max(listConstants.perPageMin, count), listConstants.perPageMax);
}

/** A search term: control characters become spaces, and it is cut off after `max` characters. */
export function searchTerm(max: number = listConstants.searchMax) {
  return z
    .string()
    .default('')
    .transform((text) => {
      const oneLine = text.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ');
      return cutCharacters(oneLine.trim(), max).trim();
    });
}
