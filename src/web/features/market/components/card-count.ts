import { marketConstants } from '#shared/constants/market.ts';

const whole = new Intl.NumberFormat('en-US');

/** A count that stops at `market.countMax`: `1,234`, or `10,000+`. */
export function writeCount(count: number): string {
  return count > marketConstants.countMax
    ? `${whole.format(marketConstants.countMax)}+`
    : whole.format(count);
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A chance of 0 to 1 as `2.0%`. */
export function writeOdds(odds: number): string {
  return percent.format(odds);
}
