import { and, count, eq } from 'drizzle-orm';
import { marketOrders } from '#database/schema.ts';
import { estimatedPrices } from '#shared/constants/market/estimated-prices.ts';
import type { Ctx } from '../context.ts';
import { getCardPrices } from '../market/prices/get-card-prices.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { getCollection } from './get-collection.ts';
import { type CollectedCard, isMissing } from './read-collection.ts';

/** Where a suggested price comes from: the cheapest listing, the 30-day median, or the card's rarity. */
type PriceSource = 'cheapest' | 'median' | 'rarity';

/** A missing card with a suggested price for an order. Cents. */
export interface SuggestedOrder
  extends Pick<CollectedCard, 'kindId' | 'name' | 'picture' | 'rarity' | 'cheapest' | 'ordered'> {
  suggested: number;
  source: PriceSource;
}

/**
 * The missing cards of the actor's set of a game, each with a suggested price, and the number of the actor's
 * open orders.
 * @throws AppError `login-required`, `game-not-found`
 */
export async function suggestMissingOrders(ctx: Ctx, gameId: number) {
  const { id: userId } = requireActor(ctx);
  const [{ game, cards }, [orders]] = await Promise.all([
    getCollection(ctx, gameId),
    ctx.db
      .select({ open: count() })
      .from(marketOrders)
      .where(and(eq(marketOrders.buyerId, userId), eq(marketOrders.state, 'open'))),
  ]);
  const missing = cards.filter(isMissing);
  const prices = await getCardPrices(
    ctx,
    missing.map(({ kindId }) => ({ gameId, kindId })),
  );
  const medians = new Map(prices.map(({ kindId, median }) => [kindId, median]));
  return {
    game,
    openOrders: orders?.open ?? 0,
    cards: missing.map(({ kindId, name, picture, rarity, cheapest, ordered }): SuggestedOrder => {
      const median = medians.get(kindId) ?? null;
      return {
        kindId,
        name,
        picture,
        rarity,
        cheapest,
        suggested: cheapest ?? median ?? estimatedPrices[rarity],
        source: cheapest !== null ? 'cheapest' : median !== null ? 'median' : 'rarity',
        ordered,
      };
    }),
  };
}
