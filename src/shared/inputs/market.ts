import { z } from 'zod';
import { market } from '../limits.ts';
import { formatMoney, parseDecimal } from '../money.ts';
import { rarities } from '../rarity.ts';
import { idempotencyKeyInput } from './money.ts';
import { pageNumber } from './paging.ts';

const range = `Enter a price from ${formatMoney(market.priceMinCents)} to ${formatMoney(market.priceMaxCents)}.`;

/** A price as typed (spec 5: parsed as a decimal); it goes on in cents. */
export const priceInput = z.string('Please enter a price.').transform((text, issues) => {
  const cents = parseDecimal(text);
  if (cents !== null && cents >= market.priceMinCents && cents <= market.priceMaxCents)
    return cents;
  const message = text.trim() === '' ? 'Please enter a price.' : range;
  issues.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const gameId = z.coerce.number().int().positive().max(2_147_483_647);
const kindId = z.string().min(1).max(100);

/** The sell form of one card. */
export const sellInput = z.object({ key: idempotencyKeyInput, gameId, kindId, price: priceInput });

/** The forms about one listing. */
export const marketItemInput = z.object({
  key: idempotencyKeyInput,
  itemId: z.uuid('This item is no longer available.'),
});

export const repriceInput = marketItemInput.extend({ price: priceInput });

/** What was typed into the market's search: control characters are blanks, the rest is cut off. */
function searchText(text: string): string {
  const oneLine = text.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ');
  return [...oneLine.trim()].slice(0, market.searchMax).join('').trim();
}

export const marketOrders = ['newest', 'price'] as const;
export type MarketOrder = (typeof marketOrders)[number];

/** The market's address: `?q=…&game=…&rarity=…&order=…&page=…`; what cannot be read counts as left out. */
export const marketQuery = z.object({
  q: z.string().default('').transform(searchText),
  game: gameId.nullable().catch(null).default(null),
  rarity: z.enum(rarities).nullable().catch(null).default(null),
  order: z.enum(marketOrders).catch('newest').default('newest'),
  page: pageNumber(market.countMax / market.pageSize),
});

export type MarketQuery = z.output<typeof marketQuery>;
