import { and, count, desc, eq, ne, sql } from 'drizzle-orm';
import { integer, nullable } from '#database/column-types.ts';
import { cardKinds, games, marketListings, marketOrders, wallets } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { selectCardPicture } from '../../card-sets/card-picture.ts';
import type { Ctx } from '../../context.ts';
import { countPages } from '../../lib/page-count.ts';
import { requireActor } from '../../permissions/require-actor.ts';

/**
 * A page of the actor's open orders or of those that ended, the newest first. Prices in cents.
 * `highestOrder` is the best price of all open orders for the same card, `lowestListing` that of other
 * players' listings; null without one. `all` counts the orders of the list, `open` the open ones, and
 * `setAside` is the money that they have set aside.
 * @throws AppError `login-required`
 */
export async function listOwnOrders(
  ctx: Ctx,
  { state, page, perPage }: { state: 'open' | 'ended'; page: number; perPage: number },
) {
  const { id: userId } = requireActor(ctx);
  const isOwn = eq(marketOrders.buyerId, userId);
  const isOpen = eq(marketOrders.state, 'open');
  const now = ctx.clock.now().toISOString();
  const [orders, [total], [wallet]] = await Promise.all([
    ctx.db
      .select({
        id: marketOrders.id,
        gameId: marketOrders.gameId,
        gameName: games.name,
        kindId: marketOrders.kindId,
        name: cardKinds.name,
        picture: selectCardPicture(marketOrders.gameId),
        rarity: cardKinds.rarity,
        price: marketOrders.price,
        quantity: marketOrders.quantity,
        remaining: marketOrders.remaining,
        state: marketOrders.state,
        placedAt: marketOrders.placedAt,
        endsAt: marketOrders.endsAt,
        closedAt: marketOrders.closedAt,
        highestOrder: typedSql(
          nullable(integer),
          sql`(
          select best.price::integer from ${marketOrders} as best
          where best.game_id = ${marketOrders.gameId} and best.kind_id = ${marketOrders.kindId}
            and best.state = 'open' and best.ends_at > ${now}::timestamptz
          order by best.price desc nulls last limit 1)`,
        ),
        lowestListing: typedSql(
          nullable(integer),
          sql`(
          select other.price::integer from ${marketListings} as other
          where other.game_id = ${marketOrders.gameId} and other.kind_id = ${marketOrders.kindId}
            and other.seller_id <> ${userId}::uuid
          order by other.price limit 1)`,
        ),
      })
      .from(marketOrders)
      .innerJoin(games, eq(games.id, marketOrders.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, marketOrders.kindId))
      .where(and(isOwn, state === 'open' ? isOpen : ne(marketOrders.state, 'open')))
      .orderBy(desc(marketOrders.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    ctx.db
      .select({
        all: count(),
        open: typedSql(integer, sql`(count(*) filter (where ${isOpen}))::integer`),
      })
      .from(marketOrders)
      .where(isOwn),
    ctx.db.select({ setAside: wallets.setAside }).from(wallets).where(eq(wallets.userId, userId)),
  ]);
  const open = total?.open ?? 0;
  const all = state === 'open' ? open : (total?.all ?? 0) - open;
  return {
    orders,
    all,
    open,
    setAside: wallet?.setAside ?? 0,
    page,
    pages: countPages(all, perPage),
  };
}
