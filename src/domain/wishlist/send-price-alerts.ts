import { type SQL, sql } from 'drizzle-orm';
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

/** What one statement reads at most, and the number of statements in a run. */
type Limits = Record<keyof typeof wishlistConstants.priceChecks, number>;

/**
 * Notifies accounts whose wished cards cost no more than the price of their alert: once, until the price
 * rises above it again. Listings across a block do not count, as the notification names the seller. Only
 * cards whose listings or alerts have changed are checked. It runs as a job and not with a listing, so that
 * selling does not wait for it. Returns the number of notifications.
 *
 * One run makes a limited number of short statements. A card that very many accounts wish for is checked in
 * parts, and the parts of other cards come in between; what is left waits for the next run.
 */
export async function sendPriceAlerts(
  { db, clock, notifier }: Pick<Ctx, 'db' | 'clock' | 'notifier'>,
  limits: Limits = wishlistConstants.priceChecks,
): Promise<number> {
  const { statements, ...values } = limits;
  let sent = 0;
  for (let statement = 0; statement < statements; statement += 1) {
    const [row] = await writeAlerts(db, { now: clock.now(), ...values });
    sent += row?.sent ?? 0;
    if (!row?.taken) break;
  }
  if (sent > 0) notifier.deliverSoon();
  return sent;
}

const value = sql.placeholder;
const limit = (name: keyof Limits) => sql`limit ${value(name)}::integer`;
/** Before the first part of a check. Above all prices and ids. */
const start = {
  price: sql`9223372036854775807`,
  userId: sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`,
};

/** The next alerts of a card, those with the highest price first. */
const selectAlerts = (where: SQL) => sql`(
  select user_id, alert_price, alerted_price from ${wishlistItems}
  where game_id = card.game_id and kind_id = card.kind_id and ${where}
    and (alert_price, user_id) < (card.after_price, card.after_user_id)
  order by alert_price desc, user_id desc ${limit('wishes')})`;

/**
 * Checks the next part of some cards. A card has one part at a time: changes during a check wait for its end
 * and cause one more. Read are the alerts that the price has reached, and those that were sent before.
 * The updates check `alerted_price` again, so two runs at the same time send one notification.
 */
const writeAlerts = declareStatement<
  { taken: number; sent: number },
  { now: Date } & Omit<Limits, 'statements'>
>(
  { taken: integer, sent: integer },
  sql`with waiting as materialized (
      select * from ${pendingPriceChecks} as change
      where after_user_id is not null or not exists (select from ${pendingPriceChecks} as part
        where part.game_id = change.game_id and part.kind_id = change.kind_id
          and part.after_user_id is not null)
      order by id ${limit('changes')} for update skip locked
    ),
    card as materialized (
      select game_id, kind_id,
        coalesce(after_price, ${start.price}) as after_price,
        coalesce(after_user_id, ${start.userId}) as after_user_id, (
          select listing.price from ${marketListings} as listing
          where listing.game_id = first.game_id and listing.kind_id = first.kind_id
          order by listing.price limit 1) as price
      from (select distinct on (game_id, kind_id) * from waiting
        order by game_id, kind_id, after_price desc nulls first, after_user_id desc) as first
      order by id ${limit('cards')}
    ),
    taken as (
      delete from ${pendingPriceChecks} as stored using waiting, card
      where stored.id = waiting.id and waiting.game_id = card.game_id
        and waiting.kind_id = card.kind_id
      returning 1
    ),
    alert as materialized (
      select card.game_id, card.kind_id, item.*
      from card cross join lateral (
        select * from (
          ${selectAlerts(sql`alert_price is not null and alert_price >= card.price`)}
          union all
          ${selectAlerts(sql`alerted_price is not null
            and alert_price < coalesce(card.price, ${start.price})`)}
        ) as part
        order by alert_price desc, user_id desc ${limit('wishes')}
      ) as item
    ),
    next as (
      insert into ${pendingPriceChecks} (game_id, kind_id, after_price, after_user_id)
      select game_id, kind_id, alert_price, user_id from (
        select game_id, kind_id, alert_price, user_id, row_number() over (
          partition by game_id, kind_id order by alert_price desc, user_id desc) as place
        from alert
      ) as read where place = ${value('wishes')}::integer
    ),
    wish as materialized (
      select alert.*, offer.price, offer.seller_id
      from alert left join lateral (
        select * from (
          select listing.price, listing.seller_id from ${marketListings} as listing
          where listing.game_id = alert.game_id and listing.kind_id = alert.kind_id
            and listing.price <= alert.alert_price
          order by listing.price ${limit('listings')}
        ) as listing
        where listing.seller_id <> alert.user_id
          and not exists (select from ${blocks} as block
            where block.blocker_id = alert.user_id and block.blocked_id = listing.seller_id)
          and not exists (select from ${blocks} as block
            where block.blocker_id = listing.seller_id and block.blocked_id = alert.user_id)
        order by listing.price limit 1
      ) as offer on true
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
