import { and, count, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { games, pendingPriceChecks, users, wishlistItems } from '#database/schema.ts';
import { wishlistConstants } from '#shared/constants/wishlist.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { listCardKinds } from '../card-sets/list-card-set.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';

/** A card of a wishlist. */
interface Wish {
  gameId: number;
  kindId: string;
}

/**
 * Puts a card on the actor's wishlist, or sets the alert of one that is there. `alertPrice` in cents: a
 * notification is sent when another player sells the card for that or less; null for no alert, undefined to
 * leave the alert as it is.
 * @throws AppError `login-required`, `card-not-found`, `wishlist-limit`
 */
export async function addWish(
  ctx: Ctx,
  { gameId, kindId, alertPrice }: Wish & { alertPrice?: number | null },
): Promise<void> {
  const { id: userId } = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    // Two forms at once cannot both take the last place.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    await requireCard(tx, { gameId, kindId });
    const values = { userId, gameId, kindId, alertPrice, addedAt: ctx.clock.now() };
    await tx
      .insert(wishlistItems)
      .values(values)
      .onConflictDoUpdate({
        target: [wishlistItems.userId, wishlistItems.gameId, wishlistItems.kindId],
        set: alertPrice === undefined ? { userId } : { alertPrice, alertedPrice: null },
      });
    if (alertPrice) await tx.insert(pendingPriceChecks).values({ gameId, kindId });
    const [row] = await tx
      .select({ items: count() })
      .from(wishlistItems)
      .where(eq(wishlistItems.userId, userId));
    if ((row?.items ?? 0) > wishlistConstants.itemsMax) throw new AppError('wishlist-limit');
  });
}

/** Takes a card off the actor's wishlist. @throws AppError `login-required` */
export async function removeWish(ctx: Ctx, { gameId, kindId }: Wish): Promise<void> {
  const { id: userId } = requireActor(ctx);
  await ctx.db
    .delete(wishlistItems)
    .where(
      and(
        eq(wishlistItems.userId, userId),
        eq(wishlistItems.gameId, gameId),
        eq(wishlistItems.kindId, kindId),
      ),
    );
}

/** Checks that the game exists and that the card kind is of its set. */
async function requireCard(tx: Queryable, { gameId, kindId }: Wish): Promise<void> {
  const [game] = await tx.select({ id: games.id }).from(games).where(eq(games.id, gameId));
  const kinds = game ? await listCardKinds(tx, gameId) : [];
  if (!kinds.some(({ id }) => id === kindId)) throw new AppError('card-not-found');
}
