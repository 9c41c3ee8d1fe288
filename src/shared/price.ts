import { market } from './limits.ts';
import { formatDecimal, formatMoney, parseDecimal } from './money.ts';

const range = `Enter a price from ${formatMoney(market.priceMinCents)} to ${formatMoney(market.priceMaxCents)}.`;

/** What was typed, as a plain decimal: people write `$5`, `5.` and `.5` too. */
function plainDecimal(text: string): string {
  return text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/^\.(?=\d)/, '0.')
    .replace(/^(\d+)\.$/, '$1');
}

/** A price as typed (spec 5: parsed as a decimal): its cents, or what is wrong with it. */
export function readPrice(text: string): { cents: number } | { problem: string } {
  const typed = plainDecimal(text);
  if (typed === '') return { problem: 'Please enter a price.' };
  // Half of the world writes so; `1,000` is not guessed at.
  if (/^\d+,\d{1,2}$/.test(typed)) return { problem: 'Write a price such as 1.50.' };
  const cents = parseDecimal(typed);
  if (cents === null && /^\d+\.\d{3,}$/.test(typed)) {
    return { problem: 'A price has at most two decimals.' };
  }
  if (cents === null || cents < market.priceMinCents || cents > market.priceMaxCents) {
    return { problem: range };
  }
  return { cents };
}

/** A typed price with more than two decimals as one with two; anything else as it is. */
export function roundedPrice(text: string): string {
  const typed = plainDecimal(text);
  return /^\d{1,9}\.\d{3,}$/.test(typed) ? formatDecimal(Math.round(Number(typed) * 100)) : text;
}

/** What of a price (cents) the seller gets; the fee is rounded down. */
export function afterFee(cents: number, feePercent: number): number {
  return cents - Math.floor((cents * feePercent) / 100);
}

/** The inputs of a card in the form that sells duplicates, by the game and the kind in their names. */
export function duplicateFields({ gameId, kindId }: { gameId: number; kindId: string }) {
  return { price: `price:${gameId}:${kindId}`, copies: `copies:${gameId}:${kindId}` };
}
