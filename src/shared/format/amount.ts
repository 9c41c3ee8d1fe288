import { marketConstants } from '../constants/market.ts';
import { topUpConstants } from '../constants/wallet.ts';
import { formatMoney, parseDecimal } from './money.ts';

/** Which amounts a field takes, in cents, and what it says of anything else. */
export interface AmountRules {
  min: number;
  max: number;
  noun: 'price' | 'amount';
  /** Of an empty field. */
  empty: string;
  /** Of what is not an amount at all. */
  unreadable: string;
  /** Of an amount below `min` or above `max`. */
  range: string;
}

function amountBetween(min: number, max: number): AmountRules {
  const range = `Enter an amount from ${formatMoney(min)} to ${formatMoney(max)}.`;
  const unreadable = 'Enter an amount such as 20 or 20.50.';
  return { min, max, noun: 'amount', empty: range, unreadable, range };
}

const priceRange = `Enter a price from ${formatMoney(marketConstants.priceMinCents)} to ${formatMoney(marketConstants.priceMaxCents)}.`;

/** Of a card for sale. */
export const priceRules: AmountRules = {
  min: marketConstants.priceMinCents,
  max: marketConstants.priceMaxCents,
  noun: 'price',
  empty: 'Please enter a price.',
  unreadable: priceRange,
  range: priceRange,
};

/** Of the Add Money form. */
export const topUpRules = amountBetween(topUpConstants.topUpMinCents, topUpConstants.topUpMaxCents);

/** Of the highest total for the missing cards of a set. */
export const totalRules = amountBetween(
  marketConstants.priceMinCents,
  topUpConstants.balanceMaxCents,
);

/** What was typed, as a plain decimal: people write `$5`, `5.` and `.5` too. */
function plainDecimal(text: string): string {
  return text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/^\.(?=\d)/, '0.')
    .replace(/^(\d+)\.$/, '$1');
}

/** What is said of an amount with more than two decimals. */
export function tooManyDecimals(noun: AmountRules['noun']): string {
  return noun === 'price'
    ? 'A price has at most two decimals.'
    : 'An amount has at most two decimals.';
}

/** An amount as typed (parsed as a decimal): its cents, or what is wrong with it. */
export function readAmount(
  text: string,
  rules: AmountRules,
): { cents: number } | { problem: string } {
  const typed = plainDecimal(text);
  if (typed === '') return { problem: rules.empty };
  // Half of the world writes so; `1,000` is not guessed at.
  if (/^\d+,\d{1,2}$/.test(typed)) {
    return {
      problem: rules.noun === 'price' ? 'Write a price such as 1.50.' : rules.unreadable,
    };
  }
  if (/^\d+\.\d{3,}$/.test(typed)) return { problem: tooManyDecimals(rules.noun) };
  const cents = parseDecimal(typed);
  if (cents === null) return { problem: rules.unreadable };
  if (cents < rules.min || cents > rules.max) return { problem: rules.range };
  return { cents };
}

/**
 * A typed amount with more than two decimals as one with two, halves rounded up; anything else as it
 * is. By its digits, as 1.005 is slightly less than that as a binary number.
 */
export function roundedAmount(text: string): string {
  const match = /^(\d{1,9})\.(\d{2})(\d)\d*$/.exec(plainDecimal(text));
  if (!match) return text;
  const [, whole = '', hundredths = '', next = ''] = match;
  const cents = Number(whole + hundredths) + (next >= '5' ? 1 : 0);
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
