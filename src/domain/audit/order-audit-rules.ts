import { type SQL, sql } from 'drizzle-orm';
import {
  cardKinds,
  games,
  ledgerEntries,
  marketListings,
  marketOrders,
  marketSales,
  newcomerGains,
  siteSettingChanges,
  siteSettings,
  tradeOfferCards,
  tradeOffers,
  tradingPairDays,
  users,
  wallets,
} from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { newcomerSince, valueFromNewcomer } from '../market/newcomer-gains.ts';
import { joinTraders, mayTrade, type PossibleTrade } from '../market/orders/trade-conditions.ts';
import { type AuditRule, selectDifference, toUtcDaySql } from './audit-rule.ts';

const amount = (value: number) => sql.raw(String(value));

/** Obstacles that ended so shortly before do not count: the job that matches again runs every minute. */
const tolerance = sql.raw(`interval '5 minutes'`);
const firstDay = sql.raw(`interval '${marketConstants.firstDayMs} milliseconds'`);

/** The trade that the rule of crossing books checks. */
const toTrade = (feePercent: number): PossibleTrade => ({
  gameId: sql`placed.game_id`,
  kindId: sql`placed.kind_id`,
  buyerId: sql`placed.buyer_id`,
  sellerId: sql`item.seller_id`,
  price: sql`placed.price`,
  feePercent: amount(feePercent),
  now: sql`moment.at`,
  newSince: sql`(moment.at - ${firstDay})`,
  day: toUtcDaySql(sql`moment.at`),
});

/** Holds at every moment, so the simulator also checks it while operations run. */
export const ownOrdersRule: AuditRule = {
  name: 'own-orders-do-not-meet-own-listings',
  description:
    'No open order of an account is at or above the price of its own listing of the card.',
  // Orders that have ended are closed later.
  broken: ({
    now,
  }) => sql`select placed.id as order_id, placed.price as order_price, item.id as item_id,
      item.price as item_price, placed.buyer_id
    from ${marketOrders} as placed
    join ${marketListings} as item on item.game_id = placed.game_id
      and item.kind_id = placed.kind_id and item.seller_id = placed.buyer_id
      and item.price <= placed.price
    where placed.state = 'open'
      and placed.ends_at > coalesce(${now?.toISOString() ?? null}::timestamptz, now())`,
};

const hiddenGame = (gameId: SQL) => sql`exists (select from ${games} as game
  where game.id = ${gameId} and game.is_hidden and not game.keeps_trading)`;

/** Holds at every moment, because a game is hidden in the transaction that ends its trading, if it ends. */
const hiddenGamesRule: AuditRule = {
  name: 'hidden-games-have-no-open-trades',
  description:
    'No listing, open buy order or open trade offer has a card of a hidden game whose trading has ended.',
  broken: sql`select 'listing' as kind, item.id, item.game_id from ${marketListings} as item
    where ${hiddenGame(sql`item.game_id`)}
    union all select 'order', placed.id, placed.game_id from ${marketOrders} as placed
      where placed.state = 'open' and ${hiddenGame(sql`placed.game_id`)}
    union all select 'offer', offer.id, part.game_id from ${tradeOffers} as offer
      join ${tradeOfferCards} as part on part.offer_id = offer.id
      where offer.state = 'open' and ${hiddenGame(sql`part.game_id`)}`,
};

/** Whether the market has been on for a while: nothing trades while it is off, and a job matches what has waited. */
const isMarketMatching = sql`not exists (select from ${siteSettings} as saved
    where saved.key = 'marketPart' and saved.value = '"off"')
  and not exists (select from ${siteSettingChanges} as changed
    where changed.key = 'marketPart' and changed.at > latest.now - interval '5 minutes')`;

/** The audit rules of buy orders and of the limits of two accounts. */
export const orderRules: AuditRule[] = [
  hiddenGamesRule,
  {
    name: 'money-is-set-aside-for-orders',
    description: 'The money that a wallet has set aside is that of its open orders.',
    broken: sql`select wallet.user_id, wallet.set_aside, coalesce(own.amount, 0) as orders
      from ${wallets} as wallet
      left join (
        select buyer_id, sum(price * remaining) as amount from ${marketOrders}
        where state = 'open' group by buyer_id
      ) as own on own.buyer_id = wallet.user_id
      where wallet.set_aside <> coalesce(own.amount, 0)`,
  },
  {
    name: 'the-orders-account-is-set-aside',
    description: 'The system account of orders has exactly the money that wallets have set aside.',
    broken: sql`select account.amount, total.set_aside
      from (select coalesce(sum(amount), 0) as amount from ${ledgerEntries}
        where system_account = 'orders') as account,
        (select coalesce(sum(set_aside), 0) as set_aside from ${wallets}) as total
      where account.amount <> total.set_aside`,
  },
  {
    name: 'orders-have-entries',
    description:
      'An order sets its money aside in one transfer, unless it bought its copy at once. What it did not need returns: the rest when it ends, and the difference when a copy was cheaper.',
    // The returned differences are counted by account and amount.
    broken: selectDifference(
      sql`kind, transfer_id, wallet_id, amount`,
      sql`select 'order-placed' as kind, transfer_id, buyer_id as wallet_id,
            -price * quantity as amount from ${marketOrders} as placed
          where not exists (select from ${marketSales} as sale
            where sale.order_id = placed.id and sale.transfer_id = placed.transfer_id)
        union all select 'order-returned', return_transfer_id, buyer_id, price * remaining
          from ${marketOrders} where return_transfer_id is not null
        union all select 'order-returned', null, sale.buyer_id, placed.price - sale.price
          from ${marketSales} as sale join ${marketOrders} as placed on placed.id = sale.order_id
          where placed.price <> sale.price and placed.transfer_id <> sale.transfer_id`,
      sql`select entry.kind, case when entry.kind = 'order-placed' or ended.id is not null
            then entry.transfer_id end, entry.wallet_id, entry.amount
        from ${ledgerEntries} as entry
        left join ${marketOrders} as ended on ended.return_transfer_id = entry.transfer_id
        where entry.kind in ('order-placed', 'order-returned') and entry.wallet_id is not null`,
    ),
  },
  {
    name: 'orders-count-their-sales',
    description:
      'The copies that an order has bought are its sales, to its owner, of its card, at its price or less.',
    broken: sql`select coalesce(placed.id, bought.order_id) as order_id, placed.quantity,
        placed.remaining, coalesce(bought.sales, 0) as sales
      from ${marketOrders} as placed
      full join (
        select order_id, count(*) as sales, max(price) as price,
          count(distinct (buyer_id, game_id, kind_id)) as cards,
          min(buyer_id::text) as buyer_id, min(game_id) as game_id, min(kind_id) as kind_id
        from ${marketSales} where order_id is not null group by order_id
      ) as bought on bought.order_id = placed.id
      where placed.id is null or placed.quantity - placed.remaining <> coalesce(bought.sales, 0)
        or bought.cards > 1 or bought.price > placed.price
        or bought.buyer_id <> placed.buyer_id::text or bought.game_id <> placed.game_id
        or bought.kind_id <> placed.kind_id`,
  },
  {
    name: 'books-do-not-cross',
    description:
      'No open order meets a listing at its price or less whose seller may sell to its owner.',
    // An obstacle may have begun or ended since the last transfer, so the two must have been allowed to trade
    // before, then and now. A limit of yesterday says nothing of today.
    broken: ({
      feePercent,
      now,
    }) => sql`select placed.id as order_id, placed.price as order_price, item.id as item_id,
        item.price as item_price, placed.buyer_id, item.seller_id
      from (
        select latest.at, coalesce(${now?.toISOString() ?? null}::timestamptz, latest.at) as now
        from (select coalesce((select created_at from ${ledgerEntries} order by id desc limit 1),
          now()) as at) as latest
      ) as latest
      join ${marketOrders} as placed on placed.state = 'open'
        and placed.ends_at > greatest(latest.at, latest.now)
      join ${marketListings} as item on item.game_id = placed.game_id
        and item.kind_id = placed.kind_id and item.price <= placed.price
      where ${isMarketMatching} and not exists (select from ${ledgerEntries} as entry
          where entry.wallet_id = item.seller_id and entry.created_at > latest.at - ${tolerance})
        and (select count(*) from (
            values (latest.at - ${tolerance}), (latest.at), (latest.now)) as moment (at)
          ${joinTraders(toTrade(feePercent))}
          where ${mayTrade(toTrade(feePercent))}) = 3`,
  },
  ownOrdersRule,
  {
    name: 'newcomer-gains-are-counted',
    description:
      'What an account got from newcomers on a day, by sales, purchases and accepted trade offers, equals what was counted, and is within the limit.',
    // Earlier days are purged.
    broken: selectDifference(
      sql`user_id, day, amount`,
      sql`select user_id, day, least(sum(amount), ${amount(marketConstants.newcomerGainCents)}) as amount
        from (
          select sale.seller_id as user_id, sale.buyer_id as newcomer_id, sale.sold_at as at,
            sale.price as amount from ${marketSales} as sale
          union all select sale.buyer_id, sale.seller_id, sale.sold_at, ${valueFromNewcomer({
            gameId: sql`sale.game_id`,
            day: toUtcDaySql(sql`sale.sold_at`),
          })}
            from ${marketSales} as sale join ${cardKinds} as kind on kind.id = sale.kind_id
            join ${users} as seller on seller.id = sale.seller_id
              and seller.registered_at > ${newcomerSince(sql`sale.sold_at`)}
            -- Only these need a value.
            where sale.sold_at >= (select min(day)::timestamp at time zone 'UTC'
              from ${newcomerGains})
          union all select recipient_id, sender_id, closed_at, given_value
            from ${tradeOffers} where state = 'accepted'
          union all select sender_id, recipient_id, closed_at, received_value
            from ${tradeOffers} where state = 'accepted'
        ) as part
        join ${users} as newcomer on newcomer.id = part.newcomer_id
          and newcomer.registered_at > ${newcomerSince(sql`part.at`)}
        cross join lateral (select ${toUtcDaySql(sql`part.at`)} as day) as on_day
        where day >= (select min(day) from ${newcomerGains})
        group by user_id, day`,
      sql`select user_id, day, amount from ${newcomerGains}`,
    ),
  },
  {
    name: 'pair-days-are-counted',
    description:
      'The trades of two accounts on a day and their sum equal those counted against their limits.',
    // Earlier days are purged.
    broken: selectDifference(
      sql`low_id, high_id, day, trades, amount`,
      sql`select low_id, high_id, day, least(count(*), ${amount(marketConstants.pairTradesMax)}) as trades,
          case when count(*) = 1 then sum(price)
            else least(sum(price), ${amount(marketConstants.pairCents)}) end as amount
        from (
          select least(buyer_id, seller_id) as low_id, greatest(buyer_id, seller_id) as high_id,
            ${toUtcDaySql(sql`sold_at`)} as day, price
          from ${marketSales}
          union all select least(sender_id, recipient_id), greatest(sender_id, recipient_id),
            ${toUtcDaySql(sql`closed_at`)}, greatest(given_value, received_value)
          from ${tradeOffers} where state = 'accepted'
        ) as traded
        where day >= (select min(day) from ${tradingPairDays})
        group by low_id, high_id, day`,
      sql`select low_id, high_id, day, trades, amount from ${tradingPairDays}`,
    ),
  },
];
