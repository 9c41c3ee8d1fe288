import { and, eq, inArray } from 'drizzle-orm';
import { cardKinds, games, marketListings } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';

/**
 * Those of the listings `itemIds` that are open and the actor's own, with their cards. Prices in cents.
 * @throws AppError `login-required`
 */
export async function findOwnListings(ctx: Ctx, itemIds: readonly string[]) {
  const { id: userId } = requireActor(ctx);
  return ctx.db
    .select({
      itemId: marketListings.id,
      gameId: marketListings.gameId,
      gameName: games.name,
      kindId: marketListings.kindId,
      name: cardKinds.name,
      price: marketListings.price,
    })
    .from(marketListings)
    .innerJoin(games, eq(games.id, marketListings.gameId))
    .innerJoin(cardKinds, eq(cardKinds.id, marketListings.kindId))
    .where(and(eq(marketListings.sellerId, userId), inArray(marketListings.id, [...itemIds])));
}
