import { listConstants } from '#shared/constants/lists.ts';

/**
 * The row limits that the prepared statements of a list have: the choices of items per page and the list's
 * default number.
 */
export type PageRowLimit<Usual extends number> =
  | Usual
  | (typeof listConstants.perPageChoices)[number];

/**
 * The smallest row limit that covers a page of `perPage` items. Prepared statements have the limit
 * in their text, because for an unknown limit Postgres plans to read and sort everything.
 */
export function chooseRowLimit<Usual extends number>(
  perPage: number,
  usual: Usual,
): PageRowLimit<Usual> {
  const sizes = [...listConstants.perPageChoices, usual].filter((size) => size >= perPage);
  return sizes.toSorted((a, b) => a - b)[0] ?? listConstants.perPageMax;
}
