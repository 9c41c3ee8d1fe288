import { and, eq, ne, sql } from 'drizzle-orm';
import { marketItems } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { runOnce } from '../lib/idempotency.ts';

/**
 * Changes the price (cents) of the actor's own listing, which gets a new id by it: who saw the old
 * price cannot buy at the new one. It keeps its place among the newest, since a price can be changed
 * for nothing. Answers the new id; for the price that it has already, the old one.
 * @throws Refusal `login-required`, `guest-not-allowed`, `item-gone`, `key-reused`.
 */
export async function repriceListing(
  ctx: Ctx,
  { itemId, price, key }: { itemId: string; price: number; key: string },
): Promise<{ itemId: string }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'reprice-market-item', input: { itemId, price } };
  const own = and(eq(marketItems.id, itemId), eq(marketItems.sellerId, userId));
  return runOnce(ctx, { userId, key, request }, async (tx) => {
    const [item] = await tx
      .update(marketItems)
      .set({
        id: sql`uuidv7(uuid_extract_timestamp(${marketItems.id}) - clock_timestamp())`,
        price,
      })
      .where(and(own, ne(marketItems.price, price)))
      .returning({ itemId: marketItems.id });
    if (item) return item;
    const [same] = await tx.select({ itemId: marketItems.id }).from(marketItems).where(own);
    if (!same) throw new AppError('item-gone');
    return same;
  });
}
