import { sql } from 'drizzle-orm';
import { cardKinds, games, marketItems, users } from '#db/schema.ts';
import { preparedStatement } from '#db/statement.ts';
import { wire } from '#shared/limits.ts';
import { keptFor } from '../kept.ts';

/** A listing in one line. */
export interface NewestItem {
  id: string;
  cardName: string;
  picture: string;
  gameName: string;
  /** Cents. */
  price: number;
  /** The seller's username as typed. */
  seller: string;
}

const newest = preparedStatement<NewestItem, Record<string, never>>(
  'market-newest-items',
  sql`select item.id, kind.name as "cardName", kind.picture, game.name as "gameName",
      item.price::integer as price, seller.display_username as seller
    from (select * from ${marketItems} order by id desc limit ${sql.raw(String(wire.rowsMax))}) as item
    join ${cardKinds} as kind on kind.id = item.kind_id
    join ${games} as game on game.id = item.game_id
    join ${users} as seller on seller.id = item.seller_id
    order by item.id desc`,
);

/**
 * The open listings, the newest first, 1,000 at most: for whoever takes the market as a whole. Two
 * seconds old at most.
 */
export const listNewestItems = keptFor(wire.freshMs, ({ db }) => newest(db, {}));
