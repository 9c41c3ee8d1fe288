import { and, eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { marketListings } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { withCurrentRules } from '../site/current-rules.ts';
import { requirePartForForm } from '../site/site-parts.ts';
import { lockBooks, queueForBooks } from './orders/book-lock.ts';
import { prepareSale, type SoldListing } from './orders/sell-into-orders.ts';

/**
 * Changes the price (cents) of the actor's own listing. The listing gets a new id, so that a buyer who saw
 * the old price cannot buy at the new one. Repricing is free, so the new id keeps the timestamp of the old
 * one and the listing does not become one of the newest. Returns the new id, or the old id if the listing
 * already has this price. At or below the best order of another player it sells at once, at the price of
 * that order.
 * @throws AppError `login-required`, `guest-not-allowed`, `item-gone`, `own-order-crosses`, `key-reused`
 */
export async function repriceListing(
  givenCtx: Ctx,
  { itemId, price, key }: { itemId: string; price: number; key: string },
): Promise<{ itemId: string; sold: SoldListing | null }> {
  const { id: userId } = requirePlayer(givenCtx);
  await requirePartForForm(givenCtx, 'market', { userId, key });
  const ctx = await withCurrentRules(givenCtx);
  const request = { useCase: 'reprice-market-item', input: { itemId, price } };
  const own = and(eq(marketListings.id, itemId), eq(marketListings.sellerId, userId));
  // A listing never changes its card.
  const [card] = await ctx.db
    .select({ gameId: marketListings.gameId, kindId: marketListings.kindId })
    .from(marketListings)
    .where(own);
  const offers = card ? [{ ...card, price }] : [];
  const work = async (tx: Transaction) => {
    const sellListings = await prepareSale(ctx, tx, userId, offers);
    const [item] = await tx
      .update(marketListings)
      .set({
        id: sql`uuidv7(uuid_extract_timestamp(${marketListings.id}) - clock_timestamp())`,
        price,
        pricedAt: ctx.clock.now(),
      })
      .where(and(own, ne(marketListings.price, price)))
      .returning({ itemId: marketListings.id });
    if (item)
      return { ...item, ...(await sellListings(offers.map((offer) => ({ ...offer, ...item })))) };
    const [same] = await tx.select({ itemId: marketListings.id }).from(marketListings).where(own);
    if (!same) throw new AppError('item-gone');
    return { ...same, sold: [], more: false };
  };
  const answer = await queueForBooks(ctx, offers, () =>
    runIdempotent(ctx, { userId, key, request }, work, (tx) => lockBooks(tx, offers)),
  );
  if (answer.sold?.length) ctx.notifier.deliverSoon();
  return { itemId: answer.itemId, sold: answer.sold?.[0] ?? null };
}
