/**
 * Returns the page numbers that a pager shows: at most `size` consecutive numbers. The current page is in
 * the middle, except near the first and the last page.
 */
export function listPageNumbers(page: number, pages: number, size: number): number[] {
  const count = Math.min(size, pages);
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
