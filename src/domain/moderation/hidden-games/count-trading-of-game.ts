import { and, count, eq, exists } from 'drizzle-orm';
import { marketListings, marketOrders, tradeOfferCards, tradeOffers } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import type { EndedTrading } from './set-game-hidden.ts';

/**
 * What hiding the game would end now: see `setGameHidden`.
 * @throws AppError `login-required`, `catalog-editors-only`.
 */
export async function countTradingOfGame(ctx: Ctx, gameId: number): Promise<EndedTrading> {
  requireCatalogEditor(ctx);
  const { db } = ctx;
  const hasCard = exists(
    db
      .select({ id: tradeOfferCards.offerId })
      .from(tradeOfferCards)
      .where(and(eq(tradeOfferCards.offerId, tradeOffers.id), eq(tradeOfferCards.gameId, gameId))),
  );
  const [listings, orders, offers] = await Promise.all([
    db.select({ number: count() }).from(marketListings).where(eq(marketListings.gameId, gameId)),
    db
      .select({ number: count() })
      .from(marketOrders)
      .where(and(eq(marketOrders.gameId, gameId), eq(marketOrders.state, 'open'))),
    db
      .select({ number: count() })
      .from(tradeOffers)
      .where(and(eq(tradeOffers.state, 'open'), hasCard)),
  ]);
  const numberOf = ([row]: { number: number }[]) => row?.number ?? 0;
  return { listings: numberOf(listings), orders: numberOf(orders), offers: numberOf(offers) };
}
