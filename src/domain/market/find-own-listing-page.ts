import { and, asc, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import { cardKinds, games, marketItems } from '#database/schema.ts';
import type { ListingOrder } from '#shared/constants/listing-order.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { escapedForLike } from '../lib/search-words.ts';

export interface OwnListingsRequest {
  /** Found in the name of the card or of the game, without regard to case; empty for all. */
  q: string;
  order: ListingOrder;
  page: number;
  perPage: number;
}

const byGame = [asc(games.name), asc(games.id), asc(cardKinds.position), asc(marketItems.cardId)];

/** The columns of an order; all end by game and card, copies of one card by their ids. */
export const ownListingsOrder: Record<ListingOrder, SQL[]> = {
  game: byGame,
  newest: [desc(marketItems.listedAt), ...byGame],
  price: [asc(marketItems.price), ...byGame],
};

/** Which of the listings, joined with their game and kind, are meant; undefined for all. */
export function ownListingsMatching(q: string): SQL | undefined {
  const term = `%${escapedForLike(q)}%`;
  return q ? or(ilike(cardKinds.name, term), ilike(games.name, term)) : undefined;
}

/**
 * The page of `listOwnItems`, asked for in the same way, that has the listing `itemId`; null where the
 * actor has no such listing any more or the search leaves it out. @throws Refusal `login-required`.
 */
export async function findOwnListingPage(
  ctx: Ctx,
  { itemId, q, order, perPage }: Omit<OwnListingsRequest, 'page'> & { itemId: string },
): Promise<number | null> {
  const { id: userId } = requireActor(ctx);
  const own = ctx.db.$with('own').as(
    ctx.db
      .select({
        id: marketItems.id,
        place: sql<number>`(row_number() over (order by ${sql.join(
          ownListingsOrder[order],
          sql`, `,
        )}))::integer`.as('place'),
      })
      .from(marketItems)
      .innerJoin(games, eq(games.id, marketItems.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, marketItems.kindId))
      .where(and(eq(marketItems.sellerId, userId), ownListingsMatching(q))),
  );
  const [found] = await ctx.db
    .with(own)
    .select({ place: own.place })
    .from(own)
    .where(eq(own.id, itemId));
  return found ? Math.ceil(found.place / perPage) : null;
}
