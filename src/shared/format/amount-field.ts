import { marketConstants } from '../constants/market.ts';
import { topUpConstants } from '../constants/wallet.ts';
import { formatMoney, parseDecimal } from './money.ts';

/** The amounts that a field accepts, in cents, and its error texts. */
export interface AmountRules {
  min: number;
  max: number;
  noun: 'price' | 'amount';
  /** For an empty field. */
  emptyText: string;
  /** For a text that is not an amount. */
  unreadableText: string;
  /** For an amount below `min` or above `max`. */
  rangeText: string;
}

/** The rules of a field for an amount between two amounts, in cents. */
export function amountBetween(min: number, max: number): AmountRules {
  const range = `Enter an amount from ${formatMoney(min)} to ${formatMoney(max)}.`;
  const unreadable = 'Enter an amount such as 20 or 20.50.';
  return {
    min,
    max,
    noun: 'amount',
    emptyText: range,
    unreadableText: unreadable,
    rangeText: range,
  };
}

const priceRange = `Enter a price from ${formatMoney(marketConstants.priceMinCents)} to ${formatMoney(marketConstants.priceMaxCents)}.`;

/** The price of a card for sale. */
export const priceRules: AmountRules = {
  min: marketConstants.priceMinCents,
  max: marketConstants.priceMaxCents,
  noun: 'price',
  emptyText: 'Please enter a price.',
  unreadableText: priceRange,
  rangeText: priceRange,
};

/** The amount of the Add Money form. `maxCents` is what the site allows at a time. */
export function topUpRules(maxCents: number): AmountRules {
  return amountBetween(topUpConstants.topUpMinCents, maxCents);
}

/** The highest total for the missing cards of a set. */
export const totalRules = amountBetween(
  marketConstants.priceMinCents,
  topUpConstants.balanceMaxCents,
);

/** Converts a typed amount to a plain decimal: people also write `$5`, `5.` and `.5`. */
function toPlainDecimal(text: string): string {
  return text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/^\.(?=\d)/, '0.')
    .replace(/^(\d+)\.$/, '$1');
}

/** The error text for an amount with more than two decimals. */
export function tooManyDecimalsText(noun: AmountRules['noun']): string {
  return noun === 'price'
    ? 'A price has at most two decimals.'
    : 'An amount has at most two decimals.';
}

/** Parses a typed amount. Returns its cents, or the error text. */
export function parseAmount(
  text: string,
  rules: AmountRules,
): { cents: number } | { problem: string } {
  const typed = toPlainDecimal(text);
  if (typed === '') return { problem: rules.emptyText };
  // A decimal comma is common, but `1,000` would be ambiguous.
  if (/^\d+,\d{1,2}$/.test(typed)) {
    return {
      problem: rules.noun === 'price' ? 'Write a price such as 1.50.' : rules.unreadableText,
    };
  }
  if (/^\d+\.\d{3,}$/.test(typed)) return { problem: tooManyDecimalsText(rules.noun) };
  const cents = parseDecimal(typed);
  if (cents === null) return { problem: rules.unreadableText };
  if (cents < rules.min || cents > rules.max) return { problem: rules.rangeText };
  return { cents };
}

/**
 * Rounds a typed amount to two decimals, halves up; returns any other text unchanged. It rounds the digits,
 * because 1.005 is slightly less than that as a binary number.
 */
export function roundAmount(text: string): string {
  const match = /^(\d{1,9})\.(\d{2})(\d)\d*$/.exec(toPlainDecimal(text));
  if (!match) return text;
  const [, whole = '', hundredths = '', next = ''] = match;
  const cents = Number(whole + hundredths) + (next >= '5' ? 1 : 0);
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
