import type { NumberFormat } from '../../constants/site/appearance.ts';

/** The signs between thousands and before the decimals. The space does not break a line. */
const signs: Record<NumberFormat, string> = {
  'comma-point': ',.',
  'point-comma': '.,',
  'space-comma': '\u00A0,',
};

/** Formats an integer such as a count: 1234 is `1,234`, or with the signs that a reader chose. */
export function formatInteger(value: number, format: NumberFormat = 'comma-point'): string {
  return formatDigits(String(value), format);
}

/** Writes digits, a minus sign and a decimal point with the signs of the format. */
export function formatDigits(text: string, format: NumberFormat): string {
  const [integer = '', decimals] = text.split('.');
  const [thousands = '', decimal] = signs[format];
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, thousands);
  return decimals ? grouped + decimal + decimals : grouped;
}
