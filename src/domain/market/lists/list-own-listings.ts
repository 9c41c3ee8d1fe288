import { and, count, eq, sql } from 'drizzle-orm';
import { integer, nullable } from '#database/column-types.ts';
import { cardKinds, games, marketListings, marketOrders } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { selectCardPicture } from '../../card-sets/card-picture.ts';
import type { Ctx } from '../../context.ts';
import { countPages } from '../../lib/page-count.ts';
import { requireActor } from '../../permissions/require-actor.ts';
import {
  matchOwnListings,
  type OwnListingsRequest,
  ownListingsOrder,
} from './find-own-listing-page.ts';

/**
 * A page of the actor's own open listings, 100 in all at most. A new price makes a new listing, but in the
 * order by game and card it keeps its place. Prices in cents; `cheapestOther` is the lowest price of
 * other sellers for the same card, `highestOrder` the best price of its open orders; null without one. `all`
 * counts every listing, `found` the matching ones.
 * @throws AppError `login-required`
 */
export async function listOwnListings(ctx: Ctx, { q, order, page, perPage }: OwnListingsRequest) {
  const { id: userId } = requireActor(ctx);
  const own = eq(marketListings.sellerId, userId);
  const now = ctx.clock.now().toISOString();
  const matches = matchOwnListings(q);
  const [items, [total]] = await Promise.all([
    ctx.db
      .select({
        id: marketListings.id,
        /** Stays the same when the price changes, unlike `id`. */
        cardId: marketListings.cardId,
        gameId: marketListings.gameId,
        gameName: games.name,
        kindId: marketListings.kindId,
        name: cardKinds.name,
        picture: selectCardPicture(marketListings.gameId),
        rarity: cardKinds.rarity,
        price: marketListings.price,
        listedAt: marketListings.listedAt,
        cheapestOther: typedSql(
          nullable(integer),
          sql`(
          select other.price::integer from ${marketListings} as other
          where other.game_id = ${marketListings.gameId} and other.kind_id = ${marketListings.kindId}
            and other.seller_id <> ${userId}::uuid
          order by other.price limit 1)`,
        ),
        highestOrder: typedSql(
          nullable(integer),
          sql`(
          select best.price::integer from ${marketOrders} as best
          where best.game_id = ${marketListings.gameId} and best.kind_id = ${marketListings.kindId}
            and best.state = 'open' and best.ends_at > ${now}::timestamptz
          order by best.price desc nulls last limit 1)`,
        ),
      })
      .from(marketListings)
      .innerJoin(games, eq(games.id, marketListings.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, marketListings.kindId))
      .where(and(own, matches))
      .orderBy(...ownListingsOrder[order])
      .limit(perPage)
      .offset((page - 1) * perPage),
    ctx.db
      .select({
        all: count(),
        found: typedSql(integer, sql`(count(*) filter (where ${matches ?? sql`true`}))::integer`),
      })
      .from(marketListings)
      .innerJoin(games, eq(games.id, marketListings.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, marketListings.kindId))
      .where(own),
  ]);
  const found = total?.found ?? 0;
  const pages = countPages(found, perPage);
  return { items, all: total?.all ?? 0, found, page, pages };
}

/** An open listing of the actor. */
export type OwnListing = Awaited<ReturnType<typeof listOwnListings>>['items'][number];
