import type { Ctx } from '#domain/context.ts';
import type { MarketCard } from '#domain/market/get-market-card.ts';
import { getPriceHistory } from '#domain/market/history/get-price-history.ts';
import { getBookDepth } from '#domain/market/orders/get-book-depth.ts';
import { findBestOrder } from '#domain/market/orders/preview-sale.ts';
import { getCardPrices } from '#domain/market/prices/get-card-prices.ts';
import { getSellingLimits } from '#domain/market/selling/get-selling-limits.ts';
import { findNoTradingReason } from '#domain/market/trading-of-game.ts';
import { canTopUp } from '#domain/permissions/require-actor.ts';
import { getWish } from '#domain/wishlist/list-wishes.ts';
import type { PriceRange } from '#shared/constants/market/market.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { drawPriceChart } from './draw-price-chart.ts';

/** What is shown of a card when no game is chosen. */
export const noGame = { history: null, depth: null, wish: null, selling: null, noTrading: null };

/** What is shown of the card in one game. */
export async function readCardOfGame(
  ctx: Ctx,
  gameId: number,
  card: MarketCard,
  range: PriceRange,
) {
  const key = { gameId, kindId: card.card.id };
  const noTrading = await findNoTradingReason(ctx, gameId);
  const [depth, wish, selling, { steps }] = await Promise.all([
    getBookDepth(ctx, key),
    getWish(ctx, key),
    noTrading === null ? loadSelling(ctx, gameId, card) : null,
    getPriceHistory(ctx, { ...key, range }),
  ]);
  return {
    history: { gameId, chart: drawPriceChart(steps) },
    // A visitor's page has no key, so that it can be cached for all visitors; a guest cannot order.
    depth: {
      ...depth,
      gameId,
      key: noTrading === null && canTopUp(ctx.actor) ? createFormKey(ctx) : null,
    },
    wish: { gameId, isWished: wish !== null },
    selling,
    noTrading,
  };
}

/** What the form to sell a copy of the shown game needs; null for readers who have none to sell. */
async function loadSelling(ctx: Ctx, gameId: number, { card, held }: MarketCard) {
  const isHeld = held.some((stack) => stack.gameId === gameId);
  if (!isHeld || !canTopUp(ctx.actor)) return null;
  const key = { gameId, kindId: card.id };
  const [limits, order, [prices]] = await Promise.all([
    getSellingLimits(ctx),
    findBestOrder(ctx, key),
    getCardPrices(ctx, [key]),
  ]);
  const keys = {
    typed: createFormKey(ctx),
    cheapest: createFormKey(ctx),
    order: createFormKey(ctx),
  };
  return { gameId, limits, order, cheapest: prices?.cheapest ?? null, keys };
}
