import { sql } from 'drizzle-orm';
import { integer, text, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { cardKinds, games, marketListings, users } from '#database/schema.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';
import { selectCardPicture } from '../../card-sets/card-picture.ts';
import { cachedRead } from '../../lib/cached-read.ts';
import { requirePartFor } from '../../site/site-parts.ts';

/** A listing in a form that fits one line. */
export interface NewestListing {
  id: string;
  cardName: string;
  picture: string;
  gameName: string;
  /** Cents. */
  price: number;
  /** The seller's username as typed at registration. */
  seller: string;
}

const newest = prepareStatement<NewestListing, Record<string, never>>(
  'market-newest-items',
  { id: uuid, cardName: text, picture: text, gameName: text, price: integer, seller: text },
  sql`select item.id, kind.name as "cardName",
      ${selectCardPicture(sql`game.id`, sql`kind.picture`)} as picture, game.name as "gameName",
      item.price::integer as price, seller.display_username as seller
    from (select * from ${marketListings} order by id desc limit ${sql.raw(String(realmListConstants.rowsMax))}) as item
    join ${cardKinds} as kind on kind.id = item.kind_id
    join ${games} as game on game.id = item.game_id
    join ${users} as seller on seller.id = item.seller_id
    order by item.id desc`,
);

/** The newest open listings, 1,000 at most, for API clients that read the whole market. Cached for two seconds. */
export const listNewestListings = requirePartFor(
  'market',
  cachedRead('newest-listings', realmListConstants.freshMs, ({ db }) => newest(db, {})),
);
