import { asc, eq, sql } from 'drizzle-orm';
import { cardKinds, games, marketItems } from '#db/schema.ts';
import { market } from '#shared/limits.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';

/** How the actor's own listings are put: by game and card, copies of one card by their ids. */
export const ownItemsOrder = [
  asc(games.name),
  asc(games.id),
  asc(cardKinds.position),
  asc(marketItems.cardId),
];

/**
 * The page of `listOwnItems` that has the listing `itemId`, or null where the actor has no such
 * listing any more. @throws Refusal `login-required`.
 */
export async function pageOfOwnItem(ctx: Ctx, itemId: string): Promise<number | null> {
  const { id: userId } = requireActor(ctx);
  const own = ctx.db.$with('own').as(
    ctx.db
      .select({
        id: marketItems.id,
        place:
          sql<number>`(row_number() over (order by ${sql.join(ownItemsOrder, sql`, `)}))::integer`.as(
            'place',
          ),
      })
      .from(marketItems)
      .innerJoin(games, eq(games.id, marketItems.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, marketItems.kindId))
      .where(eq(marketItems.sellerId, userId)),
  );
  const [found] = await ctx.db
    .with(own)
    .select({ place: own.place })
    .from(own)
    .where(eq(own.id, itemId));
  return found ? Math.ceil(found.place / market.pageSize) : null;
}
