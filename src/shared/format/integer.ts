import type { NumberFormat } from '../constants/appearance.ts';

export const decimalSigns: Record<NumberFormat, string> = {
  'comma-point': '.',
  'point-comma': ',',
  'space-comma': ',',
};

/** The space does not break a line. */
const thousandsSigns: Record<NumberFormat, string> = {
  'comma-point': ',',
  'point-comma': '.',
  'space-comma': '\u00A0',
};

/** Formats an integer such as a count: 1234 is `1,234`, or with the signs that a reader chose. */
export function formatInteger(value: number, format: NumberFormat = 'comma-point'): string {
  return groupDigits(String(value), format);
}

export function groupDigits(digits: string, format: NumberFormat): string {
  // Most numbers are small.
  return digits.length < 4 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, thousandsSigns[format]);
}
