import type { Transaction } from '#database/pg-patches/transaction.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { applyFills } from './apply-fills.ts';
import type { BookCard } from './book-lock.ts';
import { chooseFills } from './choose-fills.ts';
import {
  fillsMax,
  findOrdersForListings,
  lockWalletsForListings,
  type MatchingRules,
  toListingValues,
} from './find-order-listing-pairs.ts';

/** Listings of one card at one price. Cents. */
export interface Offer extends BookCard {
  price: number;
}

/** A listing that an open order has bought at once. Cents. */
export interface SoldListing extends BookCard {
  itemId: string;
  price: number;
  /** The price less the fee. */
  received: number;
}

/**
 * Locks the wallets of the seller and of the buyers whose orders these listings meet, before any account.
 * Call it with the books locked. Returns the function that sells the listings, after they are stored.
 * @throws AppError `own-order-crosses`
 */
export async function prepareSale(
  ctx: MatchingRules,
  tx: Transaction,
  userId: string,
  offers: readonly Offer[],
) {
  const values = toListingValues(ctx, userId, offers);
  // Two statements in one: without an order that buys, the wallets stay unlocked.
  const locked = await lockWalletsForListings(tx, values);
  if (locked[0]?.ownCrosses) throw new AppError('own-order-crosses');
  const lockedIds = new Set(locked.map((wallet) => wallet.userId));
  return async (
    listings: readonly (Offer & { itemId: string })[],
  ): Promise<{ sold: SoldListing[]; more: boolean }> => {
    if (!lockedIds.has(userId)) return { sold: [], more: false };
    const found = await findOrdersForListings(tx, values);
    const pairs = found
      .filter(({ buyerId }) => lockedIds.has(buyerId))
      .flatMap((pair) =>
        listings
          .filter(
            ({ gameId, kindId, price }) =>
              gameId === pair.gameId && kindId === pair.kindId && price === pair.itemPrice,
          )
          .map(({ itemId }) => ({ ...pair, itemId })),
      );
    const fills = chooseFills(pairs, { feePercent: values.feePercent, fillsMax });
    await applyFills(tx, fills, { ...values, notified: ['order-filled'] });
    const sold = fills.flatMap(({ itemId, price, fee }) => {
      const listing = listings.find((one) => one.itemId === itemId);
      if (!listing) return [];
      const { gameId, kindId } = listing;
      return [{ itemId, gameId, kindId, price, received: price - fee }];
    });
    const isEveryPairRead =
      found.length < fillsMax && found.every(({ buyerId }) => lockedIds.has(buyerId));
    return { sold, more: !isEveryPairRead || fills.length >= fillsMax };
  };
}
