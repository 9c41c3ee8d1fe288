import { sql } from 'drizzle-orm';
import { boolean, integer, nullable } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { cards, marketListings, wishlistItems } from '#database/schema.ts';
import { marketCardConstants } from '#shared/constants/market/market-cards.ts';
import type { Ctx } from '../../context.ts';
import type { CardKey } from '../prices/get-card-prices.ts';

/** What a tile says about a card now. */
export interface TileFacts {
  /** The cheapest listing in cents; null if there is no listing. */
  price: number | null;
  /** The listings, counted up to `marketCardConstants.tileCountMax` + 1. */
  forSale: number;
  /** The copies that the actor holds and has for sale. */
  held: number;
  listed: number;
  /** Whether the card is on the actor's wishlist. */
  wished: boolean;
}

const value = sql.placeholder;
const countLimit = sql.raw(String(marketCardConstants.tileCountMax + 1));
const isRequested = sql`item.game_id = requested.game_id and item.kind_id = requested.kind_id`;

const readTiles = prepareStatement<
  TileFacts,
  { gameIds: number[]; kindIds: string[]; actorId: string | null }
>(
  'market-tiles',
  { price: nullable(integer), forSale: integer, held: integer, listed: integer, wished: boolean },
  sql`select
      (select item.price::integer from ${marketListings} as item where ${isRequested}
        order by item.price limit 1) as price,
      (select count(*)::integer from (
        select from ${marketListings} as item where ${isRequested} limit ${countLimit}
      ) as bounded) as "forSale",
      (select count(*)::integer from ${cards} as item
        where item.owner_id = ${value('actorId')}::uuid and ${isRequested}
          and item.state = 'held') as held,
      (select count(*)::integer from ${marketListings} as item
        where item.seller_id = ${value('actorId')}::uuid and ${isRequested}) as listed,
      exists (select from ${wishlistItems} as item
        where item.user_id = ${value('actorId')}::uuid and ${isRequested}) as wished
    from unnest(${value('gameIds')}::integer[], ${value('kindIds')}::text[])
      with ordinality as requested (game_id, kind_id, position)
    order by requested.position`,
);

/** Reads what tiles say about these cards, in their order. */
export async function readMarketTiles(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  requested: readonly CardKey[],
): Promise<TileFacts[]> {
  if (requested.length === 0) return [];
  return readTiles(db, {
    gameIds: requested.map(({ gameId }) => gameId),
    kindIds: requested.map(({ kindId }) => kindId),
    actorId: actor?.id ?? null,
  });
}
