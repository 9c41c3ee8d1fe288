import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import type { Numbers } from '#web/ui/texts/numbers.ts';

/**
 * The number of pages that `total` games fill, at least one. At most `pagesMax`, and at most the pages
 * of the games that are counted exactly.
 */
export function countPages(
  total: number,
  pagesMax: number = shopConstants.pageMax,
  perPage: number = shopConstants.pageSize,
): number {
  const pages = Math.ceil(Math.min(total, shopConstants.countMax) / perPage);
  return Math.min(Math.max(1, pages), pagesMax);
}

/** `298 games`, or `10,000+ games` above the exact count. */
export function formatGameCount(total: number, { formatInteger }: Numbers): string {
  if (total > shopConstants.countMax) return `${formatInteger(shopConstants.countMax)}+ games`;
  return total === 1 ? '1 game' : `${formatInteger(total)} games`;
}
