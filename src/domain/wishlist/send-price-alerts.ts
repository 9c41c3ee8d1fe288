import { sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import {
  cardKinds,
  games,
  marketListings,
  pendingNotifications,
  wishlistItems,
} from '#database/schema.ts';
import type { Ctx } from '../context.ts';

/**
 * Notifies accounts whose wished cards cost no more than the price of their alert: once, until the price
 * rises above it again. It runs as a job and not with a listing, so that selling does not wait for it.
 * Returns the number of notifications.
 */
export async function sendPriceAlerts({
  db,
  clock,
  notifier,
}: Pick<Ctx, 'db' | 'clock' | 'notifier'>): Promise<number> {
  const [row] = await writeAlerts(db, { now: clock.now() });
  const sent = row?.sent ?? 0;
  if (sent > 0) notifier.deliverSoon();
  return sent;
}

// The updates check `alerted_price` again, so two runs at the same time send one notification.
const writeAlerts = declareStatement<{ sent: number }, { now: Date }>(
  { sent: integer },
  sql`with wish as materialized (
      select item.user_id, item.game_id, item.kind_id, item.alert_price, offer.price, offer.seller_id
      from ${wishlistItems} as item
      left join lateral (
        select listing.price, listing.seller_id from ${marketListings} as listing
        where listing.game_id = item.game_id and listing.kind_id = item.kind_id
          and listing.seller_id <> item.user_id
        order by listing.price limit 1
      ) as offer on true
      where item.alert_price is not null
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
        kind.name || ' (' || game.name || ')', ${sql.placeholder('now')}::timestamptz
      from due join ${cardKinds} as kind on kind.id = due.kind_id
      join ${games} as game on game.id = due.game_id
      returning 1
    )
    select count(*)::integer as sent from written`,
);
