// Money is integer cents everywhere except on the screen and in forms.

import type { NumberFormat } from '../../constants/site/appearance.ts';
import { formatDigits } from './integer.ts';

/**
 * Formats cents as the product shows money: 999 is `$9.99`, 123456 is `$1,234.56`, or with the signs that a
 * reader chose. It does not use `Intl`, which is too slow for pages with many prices.
 */
export function formatMoney(cents: number, format: NumberFormat = 'comma-point'): string {
  return `${cents < 0 ? '-' : ''}$${formatDigits(formatDecimal(Math.abs(cents)), format)}`;
}

/** Formats cents as a plain decimal with two places, for inputs, files and APIs: 999 is `9.99`. */
export function formatDecimal(cents: number): string {
  return (cents / 100).toFixed(2);
}

/**
 * Parses a typed amount such as `9.99`, `9.9` or `10` to cents. Null for anything else: a sign, an
 * exponent, thousands separators, more than two decimals.
 */
export function parseDecimal(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Whether a number of dollars has more than two decimals, such as -9.999. */
export function hasThirdDecimal(dollars: number): boolean {
  return /^-?\d+\.\d{3,}$/.test(String(dollars));
}

/**
 * Converts a number of dollars, such as -9.99, to cents. Null for more than two decimals, for numbers that
 * are not finite, and for a billion or more.
 */
export function toCents(dollars: number): number | null {
  const cents = parseDecimal(String(Math.abs(dollars)));
  return cents !== null && dollars < 0 ? -cents : cents;
}
