import type { Ctx } from '#domain/context.ts';
import { findUnconfirmedSale } from '#domain/market/orders/preview-sale.ts';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { sellInput } from '#shared/schemas/market/market.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import type { SellResult } from './components/selling/use-sell-card.ts';

/**
 * Handles the form that puts one copy of a card up for sale. If an order would buy it at once and the form
 * does not say that the seller knows, nothing is sold and the answer asks.
 */
export async function sellOneCard(ctx: Ctx, form: FormData): Promise<SellResult> {
  const { key, gameId, kindId, price, confirmed } = parseInput(sellInput, form);
  const offers = [{ gameId, kindId, price, copies: 1 }];
  const unconfirmed = await findUnconfirmedSale(ctx, { offers, confirmed });
  if (unconfirmed) {
    const typed = { gameId: String(gameId), kindId, price: formatDecimal(price) };
    return { unconfirmed: { price, amount: unconfirmed.amount }, typed };
  }
  const { sold } = await sellCards(ctx, { offers, key });
  return { sold: { gameId, kindId, price: sold[0]?.price ?? price, atOnce: sold.length > 0 } };
}
