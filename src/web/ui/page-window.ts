/**
 * The page numbers that a pager shows: at most `size` neighbouring ones, the current among them and
 * in the middle where there is room on both sides.
 */
export function pageWindow(page: number, pages: number, size: number): number[] {
  const count = Math.min(size, pages);
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
