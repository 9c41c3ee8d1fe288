import { z } from 'zod';
import { marketConstants } from '../../constants/market/market.ts';
import { marketCardConstants, marketCardOrders } from '../../constants/market/market-cards.ts';
import { rarities } from '../../constants/rarity.ts';
import { parseAmount, priceRules } from '../../format/amounts/amount-field.ts';
import { atMostText, cutCharacters } from '../../format/texts/characters.ts';
import { gameId } from '../fields/game-id.ts';
import { itemsPerPageOr, searchTerm } from '../fields/list-query.ts';
import { removeDirectionControls } from '../fields/normalize-text.ts';
import { pageNumber } from '../fields/paging.ts';

/** A price of a filter in cents; null for no price and for an invalid one. */
const price = z
  .string()
  .optional()
  .transform((text) => {
    const typed = text ? parseAmount(text, priceRules) : null;
    return typed && 'cents' in typed ? typed.cents : null;
  });

/** What was typed for a price of the filter and cannot be used, with the error text. */
export type UnreadablePrices = Partial<Record<'min' | 'max', { typed: string; problem: string }>>;

/** How much of a text that is no price is shown again. */
const shownCharacters = 40;

/** Finds the prices of the filter that `marketCardsQuery` ignores. */
export function findUnreadablePrices(parameters: URLSearchParams): UnreadablePrices {
  const found: UnreadablePrices = {};
  for (const name of ['min', 'max'] as const) {
    const text = parameters.get(name)?.trim();
    const typed = text ? parseAmount(text, priceRules) : null;
    if (text && typed && 'problem' in typed)
      found[name] = { typed: cutCharacters(text, shownCharacters), problem: typed.problem };
  }
  return found;
}

const flag = z
  .literal('1')
  .nullable()
  .catch(null)
  .default(null)
  .transform((value) => value !== null);

/**
 * The query of the market's cards: `?q=…&game=…&rarity=…&min=…&max=…&missing=1&completes=1&seller=…&order=…`.
 * Invalid values are ignored.
 */
export const marketCardsQuery = z.object({
  q: searchTerm(),
  game: gameId.nullable().catch(null).default(null),
  rarity: z.enum(rarities).nullable().catch(null).default(null),
  min: price,
  max: price,
  /** Only cards that the reader does not have; only cards that complete a set of the reader. */
  missing: flag,
  completes: flag,
  /** A username. */
  seller: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,30}$/)
    .nullable()
    .catch(null)
    .default(null),
  order: z.enum(marketCardOrders).catch('newest').default('newest'),
  perPage: itemsPerPageOr(marketCardConstants.pageSize),
  page: pageNumber(Math.ceil(marketConstants.countMax / marketCardConstants.pageSize)),
});

export type MarketCardsQuery = z.output<typeof marketCardsQuery>;

/** The form that saves a search: its name, and the query string of the page. */
export const saveSearchInput = z.object({
  name: z
    .string()
    .transform((text) =>
      removeDirectionControls(text)
        .toWellFormed()
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .pipe(
      z
        .string()
        .min(1, 'Please enter a name.')
        .max(marketCardConstants.searchNameMax, atMostText(marketCardConstants.searchNameMax)),
    ),
  query: z.string().max(1_000),
});

/** The form that deletes a saved search. */
export const savedSearchInput = z.object({ searchId: z.uuid().toLowerCase() });

/** The query of the suggestions: `?q=…`. */
export const marketSuggestionsQuery = z.object({ q: searchTerm() });
