import { and, count, eq, sql } from 'drizzle-orm';
import { cardKinds, games, marketItems } from '#database/schema.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { pageCount } from '../lib/page-count.ts';
import {
  type OwnListingsRequest,
  ownListingsMatching,
  ownListingsOrder,
} from './find-own-listing-page.ts';

/**
 * A page of the actor's own open listings, of which there are 100 at most. By game and card the copies of
 * one card keep their order when a price changes, although the listing is a new one then. Prices in
 * cents; `cheapestOther` is the lowest that somebody else asks for the same card, or null. `all` counts
 * every listing, `found` those that match. @throws Refusal `login-required`.
 */
export async function listOwnListings(ctx: Ctx, { q, order, page, perPage }: OwnListingsRequest) {
  const { id: userId } = requireActor(ctx);
  const own = eq(marketItems.sellerId, userId);
  const matches = ownListingsMatching(q);
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
      .where(and(own, matches))
      .orderBy(...ownListingsOrder[order])
      .limit(perPage)
      .offset((page - 1) * perPage),
    ctx.db
      .select({
        all: count(),
        found: sql<number>`(count(*) filter (where ${matches ?? sql`true`}))::integer`,
      })
      .from(marketItems)
      .innerJoin(games, eq(games.id, marketItems.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, marketItems.kindId))
      .where(own),
  ]);
  const found = total?.found ?? 0;
  const pages = pageCount(found, perPage);
  return { items, all: total?.all ?? 0, found, page, pages };
}
