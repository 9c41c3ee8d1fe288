import { marketConstants } from '../../constants/market/market.ts';
import { topUpConstants } from '../../constants/wallet.ts';
import { formatDecimal, formatMoney } from './money.ts';
import { readNumber, type TypedNumber } from './read-number.ts';

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
  unreadableText: 'Write a price such as 1.50.',
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

/** The error text for an amount with more than two decimals. */
export function tooManyDecimalsText(noun: AmountRules['noun']): string {
  return noun === 'price'
    ? 'A price has at most two decimals.'
    : 'An amount has at most two decimals.';
}

/** Parses a typed amount, see `readNumber`. Returns its cents, or the error text. */
export function parseAmount(
  text: string,
  rules: AmountRules,
): { cents: number } | { problem: string } {
  const typed = readNumber(text);
  if (typed === 'empty') return { problem: rules.emptyText };
  if (typed === 'ambiguous') return { problem: describeAmbiguity(text.trim(), rules) };
  if (typed === 'unreadable') {
    const isNegative = /^\W*[-−]\$?\p{Nd}/u.test(text);
    return { problem: isNegative ? rules.rangeText : rules.unreadableText };
  }
  if (typed.decimals.length > 2) return { problem: tooManyDecimalsText(rules.noun) };
  const cents = toCents(typed);
  if (cents < rules.min || cents > rules.max) return { problem: rules.rangeText };
  return { cents };
}

const toCents = ({ whole, decimals }: TypedNumber) =>
  Number(whole) * 100 + Number(decimals.padEnd(2, '0'));

function describeAmbiguity(typed: string, { noun }: AmountRules): string {
  return `“${typed}” can mean two ${noun}s. Write 1234 or 1.23, without a separator for thousands.`;
}

/**
 * Rounds a typed amount to two decimals, halves up; returns any other text unchanged. It rounds the digits,
 * because 1.005 is slightly less than that as a binary number.
 */
export function roundAmount(text: string): string {
  const typed = readNumber(text);
  if (typeof typed === 'string' || typed.decimals.length < 3 || typed.whole.length > 9) return text;
  const { whole, decimals } = typed;
  const cents = Number(whole + decimals.slice(0, 2)) + (decimals.charAt(2) >= '5' ? 1 : 0);
  return formatDecimal(cents);
}

/** What the text of a field is understood as, in cents; null if it is plain, such as 1.50, or not understood. */
export function explainAmount(text: string): number | null {
  if (/^\s*\d+(\.\d{1,2})?\s*$/.test(text)) return null;
  const typed = readNumber(roundAmount(text));
  if (typeof typed === 'string' || typed.whole.length > 9) return null;
  return toCents(typed);
}
