import { and, eq, sql } from 'drizzle-orm';
import { marketItems } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { once } from '../money/once.ts';

/**
 * Changes the price (cents) of the actor's own listing, which gets a new id by it: who saw the old
 * price cannot buy at the new one. Answers the new id.
 * @throws Refusal `login-required`, `guest-not-allowed`, `item-gone`, `key-reused`.
 */
export async function repriceMarketItem(
  ctx: Ctx,
  { itemId, price, key }: { itemId: string; price: number; key: string },
): Promise<{ itemId: string }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'reprice-market-item', input: { itemId, price } };
  const changed = await once(ctx, { userId, key, request }, async (tx) => {
    const [item] = await tx
      .update(marketItems)
      .set({ id: sql`uuidv7()`, price, listedAt: ctx.clock.now() })
      .where(and(eq(marketItems.id, itemId), eq(marketItems.sellerId, userId)))
      .returning({ itemId: marketItems.id });
    if (!item) throw new Refusal('item-gone');
    return item;
  });
  ctx.events.publish({ type: 'market-changed' });
  return changed;
}
