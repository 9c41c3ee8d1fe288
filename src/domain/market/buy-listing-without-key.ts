import { isAppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { buyListing } from './buy-listing.ts';
import { hasBoughtListing } from './lists/list-listings.ts';

/**
 * Buys a listing like `buyListing`, but also succeeds if the actor already bought it. For API clients
 * that retry without sending the same idempotency key.
 * @throws AppError as `buyListing`
 */
export async function buyListingWithoutKey(
  ctx: Ctx,
  { itemId, key }: { itemId: string; key: string },
): Promise<{ itemId: string }> {
  try {
    return await buyListing(ctx, { itemId, key });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'item-gone') throw error;
    if (await hasBoughtListing(ctx, itemId)) return { itemId };
    throw error;
  }
}
