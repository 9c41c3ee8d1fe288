import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cards, marketListings, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { requirePlayer } from '../permissions/require-actor.ts';

/**
 * Withdraws one of the actor's own listings; its card returns to the inventory.
 * @throws AppError `login-required`, `guest-not-allowed`, `item-gone`, `key-reused`
 */
export async function withdrawListing(
  ctx: Ctx,
  { itemId, key }: { itemId: string; key: string },
): Promise<{ removed: number }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'remove-market-item', input: { itemId } };
  return runIdempotent(ctx, { userId, key, request }, async (tx) => {
    const removed = await deleteListings(tx, userId, eq(marketListings.id, itemId));
    if (removed === 0) throw new AppError('item-gone');
    return { removed };
  });
}

/**
 * Withdraws those of the actor's listings `itemIds` that are still open. `missing` has the other ids.
 * @throws AppError `login-required`, `guest-not-allowed`, `key-reused`
 */
export async function withdrawChosenListings(
  ctx: Ctx,
  { itemIds, key }: { itemIds: readonly string[]; key: string },
): Promise<{ removed: number; missing: string[] }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'remove-chosen-market-items', input: { itemIds } };
  return runIdempotent(ctx, { userId, key, request }, async (tx) => {
    await lockAccount(tx, userId);
    const open = await tx
      .select({ id: marketListings.id })
      .from(marketListings)
      .where(and(eq(marketListings.sellerId, userId), inArray(marketListings.id, [...itemIds])))
      .orderBy(marketListings.id)
      .for('update');
    const openIds = open.map(({ id }) => id);
    const removed =
      openIds.length > 0
        ? await deleteListings(tx, userId, inArray(marketListings.id, openIds))
        : 0;
    return { removed, missing: itemIds.filter((id) => !openIds.includes(id)) };
  });
}

/**
 * Withdraws all of the actor's listings and returns their number.
 * @throws AppError `login-required`, `guest-not-allowed`, `key-reused`
 */
export async function withdrawAllListings(
  ctx: Ctx,
  { key }: { key: string },
): Promise<{ removed: number }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'remove-all-market-items', input: {} };
  return runIdempotent(ctx, { userId, key, request }, async (tx) => ({
    removed: await deleteListings(tx, userId),
  }));
}

/**
 * Deletes listings of `sellerId` in the caller's transaction and returns their number; their cards are held
 * again. `which` selects one listing; without it all are deleted.
 */
export async function deleteListings(
  tx: Queryable,
  sellerId: string,
  which?: SQL,
): Promise<number> {
  if (!which) await lockAccount(tx, sellerId);
  const closed = await tx
    .delete(marketListings)
    .where(and(eq(marketListings.sellerId, sellerId), which))
    .returning({ cardId: marketListings.cardId });
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
 * Serializes the withdrawals of all listings of an account. Repricing changes the order in which listings
 * are found, so two withdrawals could lock them in different orders and deadlock.
 */
async function lockAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}
