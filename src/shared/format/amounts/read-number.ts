/** A typed number: its digits before and behind the decimal separator. */
export interface TypedNumber {
  whole: string;
  decimals: string;
}

/** Why a text is no number. `ambiguous`: 1,234 can mean 1234 or 1.234. */
export type NumberProblem = 'empty' | 'unreadable' | 'ambiguous';

export type DecimalSeparator = '.' | ',';

/** Marks for the direction of text, which copied amounts can contain. */
const marks = /[\u200E\u200F\u061C\u2066-\u2069]/g;

/** The digits of a text as ASCII: `١٢` is `12`. */
export const toAsciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, toAsciiDigit);

/**
 * A typed text with ASCII digits and with the usual form of full-width signs, without marks for the direction:
 * `２０２６／１１／２４` is `2026/11/24`.
 */
export const toPlainDigits = (text: string): string =>
  toAsciiDigits(text.normalize('NFKC')).replace(marks, '').trim();

/** The value of a digit of any script. Unicode has each script's digits in a row, from 0 to 9. */
function toAsciiDigit(digit: string): string {
  let before = 0;
  const code = digit.codePointAt(0) ?? 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - 1 - before))) before += 1;
  return String(before % 10);
}

/** A typed number with ASCII digits, without a dollar sign; decimals have a point or comma, and groups can have `'`. */
export const toPlainNumber = (text: string): string =>
  toAsciiDigits(text)
    .replace(marks, '')
    .trim()
    .replace(/^[$＄﹩]\s*|\s*[$＄﹩]$/, '')
    .replace(/[،，﹐、]/g, ',')
    .replace(/[٫．﹒。｡]/g, '.')
    // These only separate groups.
    .replace(/[\s٬’]/g, "'");

/**
 * Reads a number as people of many countries type it: with digits of any script, a dollar sign before or behind, a
 * point or comma before decimals, and groups of three digits. A point counts as the site writes it: 1.234 has three
 * decimals. Where it is known what is before decimals, as in a file, `decimalSeparator` says so.
 */
export function readNumber(
  text: string,
  decimalSeparator: DecimalSeparator | null = null,
): TypedNumber | NumberProblem {
  // No amount is longer. The rest of a longer text would be read in vain.
  if (text.length > 100) return text.trim() === '' ? 'empty' : 'unreadable';
  const typed = toPlainNumber(text);
  if (typed === '') return 'empty';
  const [, plain = '', separator, decimals = ''] = /^(\d*)(?:([.,])(\d*))?$/.exec(typed) ?? [];
  if (plain || decimals) {
    const canBeGroup = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(plain);
    if (canBeGroup && decimalSeparator !== null && separator !== decimalSeparator)
      return { whole: plain + decimals, decimals: '' };
    if (canBeGroup && decimalSeparator === null && separator === ',') return 'ambiguous';
    return { whole: plain || '0', decimals };
  }
  const grouped = /^([1-9]\d{0,2}(['.,])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/.exec(typed);
  if (!grouped) return 'unreadable';
  const [, whole = '', , behind = ''] = grouped;
  return { whole: whole.replace(/\D/g, ''), decimals: behind };
}

/** The value of a typed number with at most so many decimals; null for any other text. */
export function parseNumber(text: string, decimalsMax: number): number | null {
  const typed = readNumber(text);
  if (typeof typed === 'string' || typed.decimals.length > decimalsMax) return null;
  return Number(`${typed.whole}.${typed.decimals}`);
}
