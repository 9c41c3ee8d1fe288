import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cards, marketItems, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { runOnce } from '../lib/idempotency.ts';

/**
 * Takes one of the actor's own listings back; its card returns to the inventory.
 * @throws Refusal `login-required`, `guest-not-allowed`, `item-gone`, `key-reused`.
 */
export async function withdrawListing(
  ctx: Ctx,
  { itemId, key }: { itemId: string; key: string },
): Promise<{ removed: number }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'remove-market-item', input: { itemId } };
  return runOnce(ctx, { userId, key, request }, async (tx) => {
    const removed = await deleteListing(tx, userId, eq(marketItems.id, itemId));
    if (removed === 0) throw new AppError('item-gone');
    return { removed };
  });
}

/**
 * Takes all of the actor's listings back; answers how many there still were.
 * @throws Refusal `login-required`, `guest-not-allowed`, `key-reused`.
 */
export async function withdrawAllListings(
  ctx: Ctx,
  { key }: { key: string },
): Promise<{ removed: number }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'remove-all-market-items', input: {} };
  return runOnce(ctx, { userId, key, request }, async (tx) => ({
    removed: await deleteListing(tx, userId),
  }));
}

/** Closes listings of `sellerId` inside the caller's transaction; their cards are held again. */
export async function deleteListing(tx: Queryable, sellerId: string, which?: SQL): Promise<number> {
  if (!which) await holdAccount(tx, sellerId);
  const closed = await tx
    .delete(marketItems)
    .where(and(eq(marketItems.sellerId, sellerId), which))
    .returning({ cardId: marketItems.cardId });
  if (closed.length === 0) return 0;
  await tx
    .update(cards)
    .set({ state: 'held' })
    .where(
      inArray(
        cards.id,
        closed.map(({ cardId }) => cardId),
      ),
    );
  return closed.length;
}

/**
 * Of two that take all of one account's listings the later waits here: a new price is a new place in
 * the order in which listings are found, and each could hold what the other wants next.
 */
async function holdAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}
