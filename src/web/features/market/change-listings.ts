import type { Ctx } from '#domain/context.ts';
import { findNamesOfSoldListings } from '#domain/market/bulk/find-card-names.ts';
import { findOwnListings } from '#domain/market/bulk/find-own-listings.ts';
import { repriceManyListings } from '#domain/market/bulk/reprice-many-listings.ts';
import { findUnconfirmedSale, previewSales } from '#domain/market/orders/preview-sale.ts';
import { getCardPrices } from '#domain/market/prices/get-card-prices.ts';
import { repriceListing } from '#domain/market/reprice-listing.ts';
import {
  withdrawAllListings,
  withdrawChosenListings,
  withdrawListing,
} from '#domain/market/withdraw-listings.ts';
import { appErrors } from '#shared/errors/app-error.ts';
import { keyedInput } from '#shared/schemas/fields/idempotency-key.ts';
import {
  chosenListingsInput,
  marketItemInput,
  repriceInput,
  repriceManyInput,
} from '#shared/schemas/market/market.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';

/** Handles the forms of the page of own listings: about one, about the chosen ones, and about all. */
export async function changeListings(ctx: Ctx, form: FormData) {
  switch (form.get('intent')) {
    case 'reprice':
      return repriceOne(ctx, form);
    case 'match-chosen':
    case 'reprice-chosen':
      return reviewPrices(ctx, form);
    case 'remove-chosen':
      return { removal: await readChosen(ctx, form) };
    case 'reprice-many':
      return repriceMany(ctx, form);
    case 'remove-many':
      return removeMany(ctx, form);
    case 'remove-all':
      return withdrawAllListings(ctx, parseInput(keyedInput, form));
    default:
      return withdrawListing(ctx, parseInput(marketItemInput, form));
  }
}

export type ListingsAnswer = Awaited<ReturnType<typeof changeListings>>;

async function repriceOne(ctx: Ctx, form: FormData) {
  const { confirmed, ...input } = parseInput(repriceInput, form);
  const { itemId, price } = input;
  const listings = await findOwnListings(ctx, [itemId]);
  const changes = listings.map((listing) => ({ ...listing, newPrice: price }));
  const atOnce = await findUnconfirmedSale(ctx, { offers: toOffers(changes), confirmed });
  if (atOnce) return { unconfirmed: { itemId, price, amount: atOnce.amount } };
  const { sold } = await repriceListing(ctx, input);
  return sold ? { soldFor: sold.price } : { repriced: price };
}

type PriceChange = Awaited<ReturnType<typeof findOwnListings>>[number] & { newPrice: number };

/** The listings that get another price. */
const toOffers = (changes: readonly PriceChange[]) =>
  changes
    .filter(({ price, newPrice }) => price !== newPrice)
    .map(({ gameId, kindId, newPrice }) => ({ gameId, kindId, price: newPrice, copies: 1 }));

function readChosenInput(form: FormData) {
  const price = form.get('intent') === 'reprice-chosen' ? form.get('price') : undefined;
  return parseInput(chosenListingsInput, {
    key: form.get('key'),
    itemIds: form.getAll('itemId'),
    price: price ?? undefined,
  });
}

/** The chosen listings that are still open, in the order of the page. */
async function readChosen(ctx: Ctx, form: FormData) {
  const { itemIds } = readChosenInput(form);
  const listings = await findOwnListings(ctx, itemIds);
  return itemIds.flatMap((id) => listings.filter(({ itemId }) => itemId === id));
}

/** The first step of changing many prices: what they will be, and what sells at once. */
async function reviewPrices(ctx: Ctx, form: FormData) {
  const { price } = readChosenInput(form);
  const listings = await readChosen(ctx, form);
  const prices = price === undefined ? await getCardPrices(ctx, listings) : [];
  const priced = listings.map((listing, place) => ({
    ...listing,
    newPrice: price ?? prices[place]?.cheapest ?? listing.price,
  }));
  const changes = priced.filter((listing) => listing.newPrice !== listing.price);
  const { copies, amount } = await previewSales(ctx, toOffers(changes));
  return { prices: { changes, unchanged: priced.length - changes.length, copies, amount } };
}

export type PriceReview = Awaited<ReturnType<typeof reviewPrices>>['prices'];
export type RemovalReview = Awaited<ReturnType<typeof readChosen>>;

async function repriceMany(ctx: Ctx, form: FormData) {
  const { key, confirmed, changes } = parseInput(repriceManyInput, form);
  const own = await findOwnListings(
    ctx,
    changes.map(({ itemId }) => itemId),
  );
  const priced = own.flatMap((listing) => {
    const change = changes.find(({ itemId }) => itemId === listing.itemId);
    return change ? [{ ...listing, newPrice: change.price }] : [];
  });
  const atOnce = await findUnconfirmedSale(ctx, { offers: toOffers(priced), confirmed });
  if (atOnce) {
    const { copies, amount } = atOnce;
    return { prices: { changes: priced, unchanged: 0, copies, amount } };
  }
  const { repriced, sold, failures } = await repriceManyListings(ctx, { changes, key });
  return { changed: { repriced, sold }, failures };
}

async function removeMany(ctx: Ctx, form: FormData) {
  const { key, itemIds } = readChosenInput(form);
  const { removed, missing } = await withdrawChosenListings(ctx, { itemIds, key });
  const sold = await findNamesOfSoldListings(ctx, missing);
  const text = appErrors['item-gone'].text;
  return { removed, failures: missing.map((id) => ({ id, card: sold.get(id) ?? null, text })) };
}
