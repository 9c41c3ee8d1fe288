import { shopConstants } from '#shared/constants/catalog.ts';

/**
 * How many pages `total` games fill; no more than what is counted exactly, and than can be had of the
 * list.
 */
export function pagesOf(
  total: number,
  pagesMax: number = shopConstants.pageMax,
  perPage: number = shopConstants.pageSize,
): number {
  const pages = Math.ceil(Math.min(total, shopConstants.countMax) / perPage);
  return Math.min(Math.max(1, pages), pagesMax);
}

/** `298 games`, or `10,000+ games` where counting stopped. */
export function gamesCount(total: number): string {
  if (total > shopConstants.countMax)
    return `${shopConstants.countMax.toLocaleString('en-US')}+ games`;
  return total === 1 ? '1 game' : `${total.toLocaleString('en-US')} games`;
}
