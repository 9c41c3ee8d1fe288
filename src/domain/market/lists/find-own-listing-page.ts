import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { cardKinds, games, marketListings } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { ListingOrder } from '#shared/constants/market/market.ts';
import type { Ctx } from '../../context.ts';
import { matchesName } from '../../lib/search/matches-name.ts';
import { requireActor } from '../../permissions/require-actor.ts';

export interface OwnListingsRequest {
  /** Searched in the names of card and game, as `toSearchWords` compares; empty for all. */
  q: string;
  order: ListingOrder;
  page: number;
  perPage: number;
}

const byGame = [
  asc(games.name),
  asc(games.id),
  asc(cardKinds.position),
  asc(marketListings.cardId),
];

/** The ORDER BY columns of each order. Ties are ordered by game and card, copies of one card by card id. */
export const ownListingsOrder: Record<ListingOrder, SQL[]> = {
  game: byGame,
  newest: [desc(marketListings.listedAt), ...byGame],
  price: [asc(marketListings.price), ...byGame],
};

/** The condition of a search, for listings joined with game and kind; undefined for all listings. */
export function matchOwnListings(q: string): SQL | undefined {
  return q ? or(matchesName(cardKinds.name, q), matchesName(games.name, q)) : undefined;
}

/**
 * The number of the page of `listOwnListings` with the listing `itemId`, for the same search and order.
 * Null if the actor has no such listing or the search does not match it.
 * @throws AppError `login-required`
 */
export async function findOwnListingPage(
  ctx: Ctx,
  { itemId, q, order, perPage }: Omit<OwnListingsRequest, 'page'> & { itemId: string },
): Promise<number | null> {
  const { id: userId } = requireActor(ctx);
  const own = ctx.db.$with('own').as(
    ctx.db
      .select({
        id: marketListings.id,
        place: typedSql(
          integer,
          sql`(row_number() over (order by ${sql.join(
            ownListingsOrder[order],
            sql`, `,
          )}))::integer`,
        ).as('place'),
      })
      .from(marketListings)
      .innerJoin(games, eq(games.id, marketListings.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, marketListings.kindId))
      .where(and(eq(marketListings.sellerId, userId), matchOwnListings(q))),
  );
  const [found] = await ctx.db
    .with(own)
    .select({ place: own.place })
    .from(own)
    .where(eq(own.id, itemId));
  return found ? Math.ceil(found.place / perPage) : null;
}
