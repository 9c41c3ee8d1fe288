import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { cardKinds, games, marketItems, users } from '#database/schema.ts';
import { apiConstants } from '#shared/constants/api.ts';
import { cachedRead } from '../lib/cached-read.ts';

/** A listing in one line. */
export interface NewestListing {
  id: string;
  cardName: string;
  picture: string;
  gameName: string;
  /** Cents. */
  price: number;
  /** The seller's username as typed. */
  seller: string;
}

const newest = preparedStatement<NewestListing, Record<string, never>>(
  'market-newest-items',
  sql`select item.id, kind.name as "cardName", kind.picture, game.name as "gameName",
      item.price::integer as price, seller.display_username as seller
    from (select * from ${marketItems} order by id desc limit ${sql.raw(String(apiConstants.rowsMax))}) as item
    join ${cardKinds} as kind on kind.id = item.kind_id
    join ${games} as game on game.id = item.game_id
    join ${users} as seller on seller.id = item.seller_id
    order by item.id desc`,
);

/**
 * The open listings, the newest first, 1,000 at most: for whoever takes the market as a whole. Two
 * seconds old at most.
 */
export const listNewestListings = cachedRead(apiConstants.freshMs, ({ db }) => newest(db, {}));
