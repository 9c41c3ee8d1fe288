import { and, eq, ne, sql } from 'drizzle-orm';
import { marketListings } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { runIdempotent } from '../lib/idempotency.ts';

/**
 * Changes the price (cents) of the actor's own listing. The listing gets a new id, so that a buyer who saw
 * the old price cannot buy at the new one. Repricing is free, so the new id keeps the timestamp of the old
 * one and the listing does not become one of the newest. Returns the new id, or the old id if the listing
 * already has this price.
 * @throws AppError `login-required`, `guest-not-allowed`, `item-gone`, `key-reused`
 */
export async function repriceListing(
  ctx: Ctx,
  { itemId, price, key }: { itemId: string; price: number; key: string },
): Promise<{ itemId: string }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'reprice-market-item', input: { itemId, price } };
  const own = and(eq(marketListings.id, itemId), eq(marketListings.sellerId, userId));
  return runIdempotent(ctx, { userId, key, request }, async (tx) => {
    const [item] = await tx
      .update(marketListings)
      .set({
        id: sql`uuidv7(uuid_extract_timestamp(${marketListings.id}) - clock_timestamp())`,
        price,
      })
      .where(and(own, ne(marketListings.price, price)))
      .returning({ itemId: marketListings.id });
    if (item) return item;
    const [same] = await tx.select({ itemId: marketListings.id }).from(marketListings).where(own);
    if (!same) throw new AppError('item-gone');
    return same;
  });
}
