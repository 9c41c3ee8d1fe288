import { isAppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { buyListing } from './buy-listing.ts';
import { hasBought } from './list-listings.ts';

/**
 * Buys a listing, as `buyMarketItem` does, for callers that keep no key between their tries: who tries
 * again to buy what is theirs by that listing is told that it is.
 * @throws Refusal as `buyMarketItem`.
 */
export async function buyListingRepeatably(
  ctx: Ctx,
  { itemId, key }: { itemId: string; key: string },
): Promise<{ itemId: string }> {
  try {
    return await buyListing(ctx, { itemId, key });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'item-gone') throw error;
    if (await hasBought(ctx, itemId)) return { itemId };
    throw error;
  }
}
