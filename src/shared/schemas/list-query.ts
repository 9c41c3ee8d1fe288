import { z } from 'zod';
import { listConstants } from '../constants/lists.ts';

/**
 * How many items of a list are on a page, as an address says it: from 10 to 100. A number outside reads
 * as the nearest inside, anything else as null: then the list's own default holds.
 */
export function itemsPerPage() {
  return z.string().optional().transform(readItemsPerPage);
}

/** The same where the default is known: it may be below the least that can be chosen otherwise. */
export function itemsPerPageOr(usual: number) {
  return z
    .string()
    .optional()
    .transform((text) => (text === String(usual) ? usual : (readItemsPerPage(text) ?? usual)));
}

function readItemsPerPage(text: string | undefined): number | null {
  if (!text || !/^-?\d+$/.test(text)) return null;
  return Math.min(Math.max(listConstants.perPageMin, Number(text)), listConstants.perPageMax);
}

/** A search term: control characters are blanks, the rest is cut off after `list.searchMax`. */
export function searchTerm() {
  return z
    .string()
    .default('')
    .transform((text) => {
      const oneLine = text.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ');
      return [...oneLine.trim()].slice(0, listConstants.searchMax).join('').trim();
    });
}
