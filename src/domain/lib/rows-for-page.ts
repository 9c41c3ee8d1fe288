import { listConstants } from '#shared/constants/lists.ts';

/** How many rows a statement can read for a page: a choice of items per page, or what is usual on a list. */
export type RowsRead<Usual extends number> = Usual | (typeof listConstants.perPageChoices)[number];

/**
 * The least number of rows that holds a whole page of `perPage` items. Prepared statements have it in
 * their text, as Postgres would plan for an unknown limit by reading and sorting everything.
 */
export function rowsFor<Usual extends number>(perPage: number, usual: Usual): RowsRead<Usual> {
  const sizes = [...listConstants.perPageChoices, usual].filter((size) => size >= perPage);
  return sizes.toSorted((a, b) => a - b)[0] ?? listConstants.perPageMax;
}
