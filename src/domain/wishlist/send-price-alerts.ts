import { sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import {
  blocks,
  cardKinds,
  games,
  marketListings,
  pendingNotifications,
  pendingPriceChecks,
  wishlistItems,
} from '#database/schema.ts';
import { wishlistConstants } from '#shared/constants/wishlist.ts';
import type { Ctx } from '../context.ts';

/**
 * Notifies accounts whose wished cards cost no more than the price of their alert: once, until the price
 * rises above it again. Listings across a block do not count, as the notification names the seller. Only
 * cards whose listings or alerts have changed are checked. It runs as a job and not with a listing, so that
 * selling does not wait for it. Returns the number of notifications.
 */
export async function sendPriceAlerts({
  db,
  clock,
  notifier,
}: Pick<Ctx, 'db' | 'clock' | 'notifier'>): Promise<number> {
  const limit = wishlistConstants.priceChecksAtOnce;
  let sent = 0;
  for (let taken: number = limit; taken === limit; ) {
    const [row] = await writeAlerts(db, { now: clock.now(), limit });
    taken = row?.taken ?? 0;
    sent += row?.sent ?? 0;
  }
  if (sent > 0) notifier.deliverSoon();
  return sent;
}

const value = sql.placeholder;

// The updates check `alerted_price` again, so two runs at the same time send one notification.
const writeAlerts = declareStatement<{ taken: number; sent: number }, { now: Date; limit: number }>(
  { taken: integer, sent: integer },
  sql`with taken as (
      delete from ${pendingPriceChecks} where id = any(array(
        select id from ${pendingPriceChecks} order by id limit ${value('limit')}::integer
        for update skip locked))
      returning game_id, kind_id
    ),
    changed as materialized (
      select card.game_id, card.kind_id, (
        select listing.price from ${marketListings} as listing
        where listing.game_id = card.game_id and listing.kind_id = card.kind_id
        order by listing.price limit 1) as price
      from (select distinct game_id, kind_id from taken) as card
    ),
    wish as materialized (
      select item.user_id, item.game_id, item.kind_id, item.alert_price, offer.price, offer.seller_id
      from changed
      join ${wishlistItems} as item
        on item.game_id = changed.game_id and item.kind_id = changed.kind_id
      left join lateral (
        select listing.price, listing.seller_id from ${marketListings} as listing
        where listing.game_id = item.game_id and listing.kind_id = item.kind_id
          and listing.seller_id <> item.user_id
          and not exists (select from ${blocks} as block
            where block.blocker_id = item.user_id and block.blocked_id = listing.seller_id)
          and not exists (select from ${blocks} as block
            where block.blocker_id = listing.seller_id and block.blocked_id = item.user_id)
        order by listing.price limit 1
      ) as offer on true
      where item.alert_price is not null
        and (item.alerted_price is not null or item.alert_price >= changed.price)
    ),
    risen as (
      update ${wishlistItems} as stored set alerted_price = null from wish
      where stored.user_id = wish.user_id and stored.game_id = wish.game_id
        and stored.kind_id = wish.kind_id and stored.alerted_price is not null
        and (wish.price is null or wish.price > stored.alert_price)
    ),
    due as (
      update ${wishlistItems} as stored set alerted_price = wish.price from wish
      where stored.user_id = wish.user_id and stored.game_id = wish.game_id
        and stored.kind_id = wish.kind_id and stored.alerted_price is null
        and wish.price <= stored.alert_price
      returning stored.user_id, stored.game_id, stored.kind_id, wish.seller_id
    ),
    written as (
      insert into ${pendingNotifications} (user_id, kind, actor_id, thing, thing_name, at)
      select due.user_id, 'price-alert', due.seller_id, due.game_id || ':' || due.kind_id,
        kind.name || ' (' || game.name || ')', ${value('now')}::timestamptz
      from due join ${cardKinds} as kind on kind.id = due.kind_id
      join ${games} as game on game.id = due.game_id
      returning 1
    )
    select (select count(*) from taken)::integer as taken,
      (select count(*) from written)::integer as sent`,
);
