import { and, eq, inArray } from 'drizzle-orm';
import { idempotencyKeys } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { deriveKeyOfPart } from '../../lib/idempotency-key-of-part.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import type { SoldListing } from '../orders/sell-into-orders.ts';
import {
  countOpenListings,
  requireListingLimit,
  type SellOffer,
  sellCards,
} from '../selling/sell-cards.ts';
import { toCardFailure } from './card-failure.ts';
import { type CardName, findCardNames } from './find-card-names.ts';

/** What became of one of many cards. */
export interface SaleResult {
  offer: SellOffer;
  card: CardName | null;
  /** The copies that are for sale, and those that orders have bought at once. */
  listed: number;
  sold: SoldListing[];
  /** Why none of its copies is for sale; null without an error. */
  failure: string | null;
}

/**
 * Puts copies of many cards up for sale, one card after the other: a card that cannot be sold does not keep
 * back the others. At least `keep` copies of each stay in the inventory. A repeated form with the same key
 * sells nothing twice. More copies than the account may have listings are rejected before the first sale.
 * @throws AppError `listing-limit`, those of `sellCards` that concern the seller, and the error of a single card
 */
export async function sellManyCards(
  ctx: Ctx,
  { offers, keep, key }: { offers: readonly SellOffer[]; keep: number; key: string },
): Promise<SaleResult[]> {
  const { id: userId } = requirePlayer(ctx);
  const parts = offers.map((offer) => ({
    offer,
    key: deriveKeyOfPart(key, `${offer.gameId} ${offer.kindId}`),
  }));
  await checkLimit(ctx, userId, parts);
  const names = await findCardNames(ctx, offers);
  const results: SaleResult[] = [];
  for (const [place, { offer, key: partKey }] of parts.entries()) {
    const card = names[place] ?? null;
    try {
      const { itemIds, sold } = await sellCards(ctx, {
        offers: [offer],
        keep,
        key: partKey,
      });
      results.push({ offer, card, listed: itemIds.length - sold.length, sold, failure: null });
    } catch (error) {
      const failure = toCardFailure(error);
      if (parts.length === 1) throw error;
      results.push({ offer, card, listed: 0, sold: [], failure });
    }
  }
  return results;
}

/** Checks the number of listings. Cards that an earlier attempt of the form has listed are open already. */
async function checkLimit(
  { db }: Ctx,
  userId: string,
  parts: readonly { offer: SellOffer; key: string }[],
): Promise<void> {
  const [open, done] = await Promise.all([
    countOpenListings(db, userId),
    db
      .select({ key: idempotencyKeys.key })
      .from(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.userId, userId),
          inArray(
            idempotencyKeys.key,
            parts.map(({ key }) => key),
          ),
        ),
      ),
  ]);
  const doneKeys = new Set(done.map(({ key }) => key));
  const copies = parts
    .filter(({ key }) => !doneKeys.has(key))
    .reduce((sum, { offer }) => sum + offer.copies, 0);
  requireListingLimit(open, copies);
}
