import { z } from 'zod';
import { listingOrders } from '../constants/listing-order.ts';
import { marketConstants } from '../constants/market.ts';
import { marketOrders } from '../constants/market-order.ts';
import { rarities } from '../constants/rarity.ts';
import { priceRules, readAmount } from '../format/amount.ts';
import { duplicateFields } from '../format/price.ts';
import { readKindId } from './catalog.ts';
import { gameId } from './game-id.ts';
import { itemsPerPageOr, searchTerm } from './list-query.ts';
import { pageNumber } from './paging.ts';
import { amountInput, idempotencyKeyInput } from './wallet.ts';

/** A price as typed; it goes on in cents. */
export const priceInput = amountInput(priceRules);

const kindId = z.string().min(1).transform(readKindId);

/** The sell form of one card. */
export const sellInput = z.object({ key: idempotencyKeyInput, gameId, kindId, price: priceInput });

/** The forms about one listing. */
export const marketItemInput = z.object({
  key: idempotencyKeyInput,
  itemId: z.uuid('This item is no longer available.').toLowerCase(),
});

export const repriceInput = marketItemInput.extend({ price: priceInput });

const card = z.object({ gameId, kindId });
const copies = z.coerce.number().int().min(1).max(marketConstants.openMax);

/**
 * The form that sells duplicates: for each kind a price, which may be empty, and how many copies were
 * shown to be sold at it. What is left empty is left out.
 */
export const sellDuplicatesInput = z
  .looseObject({ key: idempotencyKeyInput })
  .transform((form, issues) => {
    const offers: { gameId: number; kindId: string; price: number; copies: number }[] = [];
    for (const [name, typed] of Object.entries(form)) {
      if (!name.startsWith('price:') || typeof typed !== 'string' || typed.trim() === '') continue;
      const [, game, kind] = name.split(':');
      const named = card.safeParse({ gameId: game, kindId: kind });
      const asked = named.success
        ? copies.safeParse(form[duplicateFields(named.data).copies])
        : null;
      const price = readAmount(typed, priceRules);
      if ('problem' in price) {
        issues.addIssue({ code: 'custom', path: [name], message: price.problem });
      } else if (!named.success || !asked?.success) {
        issues.addIssue({ code: 'custom', path: [name], message: 'Reload the page.' });
      } else {
        offers.push({ ...named.data, price: price.cents, copies: asked.data });
      }
    }
    if (offers.length === 0) {
      issues.addIssue({ code: 'custom', path: ['prices'], message: 'Please enter a price.' });
    }
    if (offers.length > marketConstants.openMax) {
      issues.addIssue({ code: 'custom', path: ['prices'], message: 'These are too many cards.' });
    }
    return { key: form.key, offers };
  });

/**
 * The own listings' address: `?q=…&order=…&perPage=…&page=…`, `?item=…` for the page that has this one, and
 * `?remove=all` to be asked before all are taken back.
 */
export const listingsQuery = z.object({
  q: searchTerm(),
  order: z.enum(listingOrders).catch(listingOrders[0]).default(listingOrders[0]),
  perPage: itemsPerPageOr(marketConstants.pageSize),
  page: pageNumber(marketConstants.openMax),
  item: z.uuid().nullable().catch(null).default(null),
  remove: z.literal('all').nullable().catch(null).default(null),
});

/** What was typed into the market's search: control characters are blanks, the rest is cut off. */
function searchText(text: string): string {
  const oneLine = text.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ');
  return [...oneLine.trim()].slice(0, marketConstants.searchMax).join('').trim();
}

/** The market's address: `?q=…&game=…&rarity=…&order=…&page=…`; what cannot be read counts as left out. */
export const marketQuery = z.object({
  q: z.string().default('').transform(searchText),
  game: gameId.nullable().catch(null).default(null),
  rarity: z.enum(rarities).nullable().catch(null).default(null),
  order: z.enum(marketOrders).catch('newest').default('newest'),
  perPage: itemsPerPageOr(marketConstants.pageSize),
  page: pageNumber(marketConstants.countMax / marketConstants.pageSize),
});

export type MarketQuery = z.output<typeof marketQuery>;
