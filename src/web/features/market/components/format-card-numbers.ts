import { marketConstants } from '#shared/constants/market/market.ts';
import type { Numbers } from '#web/ui/texts/numbers.ts';

/** `1,234`, or `10,000+` above `marketConstants.countMax`. */
export function formatCardCount(count: number, { formatInteger }: Numbers): string {
  return count > marketConstants.countMax
    ? `${formatInteger(marketConstants.countMax)}+`
    : formatInteger(count);
}

const percentFormat = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A probability from 0 to 1, as `2.0%`. */
export function formatOdds(odds: number): string {
  return percentFormat.format(odds);
}
