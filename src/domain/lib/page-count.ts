/**
 * The number of pages for `total` items with `perPage` items each, of which at most `reachable` can
 * be paged through. At least one: an empty list has one page.
 */
export function countPages(total: number, perPage: number, reachable = total): number {
  return Math.max(1, Math.ceil(Math.min(total, reachable) / perPage));
}
