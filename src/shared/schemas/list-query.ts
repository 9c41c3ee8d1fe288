import { z } from 'zod';
import { listConstants } from '../constants/lists.ts';

/**
 * The number of items per page in a query. Numbers are clamped to 10 to 100; anything else is null, and the
 * list uses its default.
 */
export function itemsPerPage() {
  return z.string().optional().transform(parseItemsPerPage);
}

/** As `itemsPerPage` with a default, which may be below 10. */
export function itemsPerPageOr(defaultCount: number) {
  return z
    .string()
    .optional()
    .transform((text) =>
      text === String(defaultCount) ? defaultCount : (parseItemsPerPage(text) ?? defaultCount),
    );
}

function parseItemsPerPage(text: string | undefined): number | null {
  if (!text || !/^-?\d+$/.test(text)) return null;
  return Math.min(Math.max(listConstants.perPageMin, Number(text)), listConstants.perPageMax);
}

/** A search term: control characters become spaces, and it is cut off after `listConstants.searchMax`. */
export function searchTerm() {
  return z
    .string()
    .default('')
    .transform((text) => {
      const oneLine = text.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ');
      return [...oneLine.trim()].slice(0, listConstants.searchMax).join('').trim();
    });
}
