import type { Ctx } from '../../context.ts';
import { deriveKeyOfPart } from '../../lib/idempotency-key-of-part.ts';
import { repriceListing } from '../reprice-listing.ts';
import { type CardFailure, toCardFailure } from './card-failure.ts';
import { type CardName, findNamesOfSoldListings } from './find-card-names.ts';
import { findOwnListings } from './find-own-listings.ts';

/** A new price for a listing, in cents. */
export interface PriceChange {
  itemId: string;
  price: number;
}

/**
 * Changes the prices of many of the actor's listings, one after the other: a listing that is gone does not
 * keep back the others. A repeated form with the same key changes nothing twice. `sold` has the prices in
 * cents at which orders have bought cards at once.
 * @throws AppError those of `repriceListing` that concern the seller
 */
export async function repriceManyListings(
  ctx: Ctx,
  { changes, key }: { changes: readonly PriceChange[]; key: string },
): Promise<{ repriced: number; sold: number[]; failures: CardFailure[] }> {
  const itemIds = changes.map(({ itemId }) => itemId);
  const [own, soldBefore] = await Promise.all([
    findOwnListings(ctx, itemIds),
    findNamesOfSoldListings(ctx, itemIds),
  ]);
  const names = new Map<string, CardName>([
    ...soldBefore,
    ...own.map(({ itemId, name, gameName }) => [itemId, { name, gameName }] as const),
  ]);
  const sold: number[] = [];
  const failures: CardFailure[] = [];
  for (const change of changes) {
    try {
      const answer = await repriceListing(ctx, {
        ...change,
        key: deriveKeyOfPart(key, change.itemId),
      });
      if (answer.sold) sold.push(answer.sold.price);
    } catch (error) {
      const card = names.get(change.itemId) ?? null;
      failures.push({ id: change.itemId, card, text: toCardFailure(error) });
    }
  }
  return { repriced: changes.length - sold.length - failures.length, sold, failures };
}
