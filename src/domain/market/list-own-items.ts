import { count, eq, sql } from 'drizzle-orm';
import { cardKinds, games, marketItems } from '#db/schema.ts';
import { market } from '#shared/limits.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { ownItemsOrder } from './page-of-own-item.ts';

/**
 * A page of the actor's own open listings, by game and card. Of one card the copies keep their order
 * when a price changes, although the listing is a new one then. Prices in cents; `cheapestOther` is
 * the lowest that somebody else asks for the same card, or null. @throws Refusal `login-required`.
 */
export async function listOwnItems(ctx: Ctx, { page }: { page: number }) {
  const { id: userId } = requireActor(ctx);
  const own = eq(marketItems.sellerId, userId);
  const [items, [total]] = await Promise.all([
    ctx.db
      .select({
        id: marketItems.id,
        /** What stays the same when the price changes. */
        cardId: marketItems.cardId,
        gameId: marketItems.gameId,
        gameName: games.name,
        kindId: marketItems.kindId,
        name: cardKinds.name,
        picture: cardKinds.picture,
        rarity: cardKinds.rarity,
        price: marketItems.price,
        listedAt: marketItems.listedAt,
        cheapestOther: sql<number | null>`(
          select other.price::integer from ${marketItems} as other
          where other.game_id = ${marketItems.gameId} and other.kind_id = ${marketItems.kindId}
            and other.seller_id <> ${userId}::uuid
          order by other.price limit 1)`,
      })
      .from(marketItems)
      .innerJoin(games, eq(games.id, marketItems.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, marketItems.kindId))
      .where(own)
      .orderBy(...ownItemsOrder)
      .limit(market.pageSize)
      .offset((page - 1) * market.pageSize),
    ctx.db.select({ items: count() }).from(marketItems).where(own),
  ]);
  const all = total?.items ?? 0;
  return { items, all, page, pages: Math.max(1, Math.ceil(all / market.pageSize)) };
}
