/**
 * How many pages of `perPage` items `total` items fill, of which no more than `reachable` can be paged
 * through. At least one: an empty list has a page that says so.
 */
export function pageCount(total: number, perPage: number, reachable = total): number {
  return Math.max(1, Math.ceil(Math.min(total, reachable) / perPage));
}
