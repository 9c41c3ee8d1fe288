import type { Ctx } from '#domain/context.ts';
import { findBestOrder } from '#domain/market/orders/preview-sale.ts';
import { type CardKey, getCardPrices } from '#domain/market/prices/get-card-prices.ts';
import { getSellingLimits, listRestingCards } from '#domain/market/selling/get-selling-limits.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { getStackId } from './components/stack-grid.tsx';

/** The owner's limits and the prices for the sell form of the shown card. */
export async function loadSelling(ctx: Ctx, card: CardKey) {
  const [limits, restingCards, [prices], order] = await Promise.all([
    getSellingLimits(ctx),
    listRestingCards(ctx),
    getCardPrices(ctx, [card]),
    findBestOrder(ctx, card),
  ]);
  const resting = restingCards.find((other) => getStackId(other) === getStackId(card))?.copies ?? 0;
  const { median = null, cheapest = null } = prices ?? {};
  const stackId = getStackId(card);
  return {
    limits,
    formKey: createFormKey(ctx),
    card: { stackId, resting, prices: { median, cheapest, order } },
  };
}
