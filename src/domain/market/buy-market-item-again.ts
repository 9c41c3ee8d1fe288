import { isRefusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { buyMarketItem } from './buy-market-item.ts';
import { hasBought } from './list-market.ts';

/**
 * Buys a listing, as `buyMarketItem` does, for callers that keep no key between their tries: who tries
 * again to buy what is theirs by that listing is told that it is.
 * @throws Refusal as `buyMarketItem`.
 */
export async function buyMarketItemAgain(
  ctx: Ctx,
  { itemId, key }: { itemId: string; key: string },
): Promise<{ itemId: string }> {
  try {
    return await buyMarketItem(ctx, { itemId, key });
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'item-gone') throw error;
    if (await hasBought(ctx, itemId)) return { itemId };
    throw error;
  }
}
