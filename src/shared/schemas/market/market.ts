import { z } from 'zod';
import { listingOrders, marketConstants, marketOrders } from '../../constants/market/market.ts';
import { rarities } from '../../constants/rarity.ts';
import { parseAmount, priceRules } from '../../format/amounts/amount-field.ts';
import { parseKindId } from '../catalog.ts';
import { amountInput } from '../fields/amount.ts';
import { gameId } from '../fields/game-id.ts';
import { idempotencyKeyInput } from '../fields/idempotency-key.ts';
import { itemsPerPageOr, searchTerm } from '../fields/list-query.ts';
import { pageNumber } from '../fields/paging.ts';
import { wholeNumberBetween } from '../fields/whole-number.ts';
import { getDuplicateFieldNames } from './duplicate-field-names.ts';

/** A typed price, parsed to cents. */
export const priceInput = amountInput(priceRules);

const kindId = z.string().min(1).transform(parseKindId);

/** The cents that open orders pay at once, as the seller was told before the form was sent; 0 if nothing. */
const confirmed = z.coerce.number().int().min(0).catch(0).default(0);

/** The sell form of one card. */
export const sellInput = z.object({
  key: idempotencyKeyInput,
  gameId,
  kindId,
  price: priceInput,
  confirmed,
});

/** The forms about one listing. */
export const marketItemInput = z.object({
  key: idempotencyKeyInput,
  itemId: z.uuid('This item is no longer available.').toLowerCase(),
});

export const repriceInput = marketItemInput.extend({ price: priceInput, confirmed });

/** The query of the page that sells many cards: `?cards=all&q=…`, and `?suggested` for filled-in prices. */
export const sellManyQuery = z.object({
  cards: z.literal('all').nullable().catch(null).default(null),
  q: searchTerm(),
  suggested: z.string().nullable().default(null),
});

/** The form about many listings: the chosen ones, and a new price for all of them. */
export const chosenListingsInput = z.object({
  key: idempotencyKeyInput,
  itemIds: z
    .array(z.uuid('Reload the page.').toLowerCase())
    .min(1, 'Choose a listing first.')
    .max(marketConstants.openMax, 'These are too many listings.'),
  price: priceInput.optional(),
});

/** The confirmed new prices of many listings: a field `price:{id}` for each. */
export const repriceManyInput = z
  .looseObject({ key: idempotencyKeyInput, confirmed })
  .transform(({ key, confirmed: told, ...form }, issues) => {
    const changes: { itemId: string; price: number }[] = [];
    for (const [name, typed] of Object.entries(form)) {
      if (!name.startsWith('price:')) continue;
      const itemId = z.uuid().safeParse(name.slice('price:'.length));
      const price = typeof typed === 'string' ? parseAmount(typed, priceRules) : null;
      if (itemId.success && price && 'cents' in price) {
        changes.push({ itemId: itemId.data.toLowerCase(), price: price.cents });
      } else {
        issues.addIssue({ code: 'custom', path: [name], message: 'Reload the page.' });
      }
    }
    if (changes.length === 0 || changes.length > marketConstants.openMax) {
      issues.addIssue({ code: 'custom', path: ['itemIds'], message: 'Choose a listing first.' });
    }
    return { key, confirmed: told, changes };
  });

const card = z.object({ gameId, kindId });
const copies = wholeNumberBetween(1, marketConstants.openMax, 'Enter a whole number.');

/**
 * The form that sells many cards; with `cards=all` also last copies. For each kind of card it has a price and
 * the number of copies that the page showed. Kinds with an empty price are left out.
 */
export const sellDuplicatesInput = z
  .looseObject({
    key: idempotencyKeyInput,
    confirmed,
    cards: z.literal('all').nullable().catch(null).default(null),
  })
  .transform((form, issues) => {
    const offers: { gameId: number; kindId: string; price: number; copies: number }[] = [];
    for (const [name, typed] of Object.entries(form)) {
      if (!name.startsWith('price:') || typeof typed !== 'string' || typed.trim() === '') continue;
      const [, gameText, kindText] = name.split(':');
      const kind = card.safeParse({ gameId: gameText, kindId: kindText });
      const count = kind.success
        ? copies.safeParse(form[getDuplicateFieldNames(kind.data).copies])
        : null;
      const price = parseAmount(typed, priceRules);
      if ('problem' in price) {
        issues.addIssue({ code: 'custom', path: [name], message: price.problem });
      } else if (!kind.success || !count?.success) {
        issues.addIssue({ code: 'custom', path: [name], message: 'Reload the page.' });
      } else {
        offers.push({ ...kind.data, price: price.cents, copies: count.data });
      }
    }
    if (offers.length === 0) {
      issues.addIssue({ code: 'custom', path: ['prices'], message: 'Please enter a price.' });
    }
    if (offers.length > marketConstants.openMax) {
      issues.addIssue({ code: 'custom', path: ['prices'], message: 'These are too many cards.' });
    }
    return { key: form.key, confirmed: form.confirmed, keep: form.cards === 'all' ? 0 : 1, offers };
  });

/**
 * The query of a player's own listings: `?q=…&order=…&perPage=…&page=…`, `?item=…` for the page with that
 * listing, and `?remove=all` for the confirmation that withdraws all.
 */
export const listingsQuery = z.object({
  q: searchTerm(),
  order: z.enum(listingOrders).catch(listingOrders[0]).default(listingOrders[0]),
  perPage: itemsPerPageOr(marketConstants.pageSize),
  page: pageNumber(marketConstants.openMax),
  item: z.uuid().nullable().catch(null).default(null),
  remove: z.literal('all').nullable().catch(null).default(null),
});

/** The query of the market: `?q=…&game=…&rarity=…&order=…&page=…`. Invalid values are ignored. */
export const marketQuery = z.object({
  q: searchTerm(marketConstants.searchMax),
  game: gameId.nullable().catch(null).default(null),
  rarity: z.enum(rarities).nullable().catch(null).default(null),
  order: z.enum(marketOrders).catch('newest').default('newest'),
  perPage: itemsPerPageOr(marketConstants.pageSize),
  page: pageNumber(marketConstants.countMax / marketConstants.pageSize),
});

export type MarketQuery = z.output<typeof marketQuery>;
