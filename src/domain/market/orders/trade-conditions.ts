import { type SQL, sql } from 'drizzle-orm';
import {
  blocks,
  cardKinds,
  marketFirstDays,
  newcomerGains,
  tradingPairDays,
  users,
  wallets,
} from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import { marketFeeAsSql } from '../market-fee-sql.ts';
import { newcomerSince, valueFromNewcomer } from '../newcomer-gains.ts';

/** A possible trade, as SQL expressions. */
export interface PossibleTrade {
  buyerId: SQL;
  sellerId: SQL;
  gameId: SQL;
  kindId: SQL;
  /** Cents. */
  price: SQL;
  /** The market fee in percent. */
  feePercent: SQL;
  now: SQL;
  /** Accounts that registered later are in their first 24 hours. */
  newSince: SQL;
  /** The UTC day of `now`, `YYYY-MM-DD`. */
  day: SQL;
}

/**
 * The tables that `mayTrade` and `tradeLimits` read, to join after those of the trade. The limit of one row
 * makes the planner look up each pair: at the start of a day it takes the day for an empty one, and would
 * read all its pairs for each trade.
 */
export function joinTraders({ buyerId, sellerId, kindId, day }: PossibleTrade): SQL {
  const gainOf = (userId: SQL) => sql`select gain.amount from ${newcomerGains} as gain
      where gain.user_id = ${userId} and gain.day = ${day} limit 1`;
  return sql`join ${users} as buyer on buyer.id = ${buyerId}
    join ${users} as seller on seller.id = ${sellerId}
    join ${wallets} as seller_wallet on seller_wallet.user_id = ${sellerId}
    left join ${marketFirstDays} as bought on bought.user_id = ${buyerId}
    left join ${marketFirstDays} as sold on sold.user_id = ${sellerId}
    join ${cardKinds} as kind on kind.id = ${kindId}
    left join lateral (${gainOf(buyerId)}) as buyer_gain on true
    left join lateral (${gainOf(sellerId)}) as seller_gain on true
    left join lateral (select pair.trades, pair.amount from ${tradingPairDays} as pair
      where pair.low_id = least(${buyerId}, ${sellerId})
        and pair.high_id = greatest(${buyerId}, ${sellerId}) and pair.day = ${day}
      limit 1) as pair on true`;
}

/**
 * The condition that two accounts may trade one copy at a price: two people, neither has blocked the other,
 * neither is suspended, within the limits of both together, of the first 24 hours and of gains from newcomers, and
 * the seller's wallet has room. The matching of orders, its repetition and the audit use this one condition.
 */
export function mayTrade({
  buyerId,
  sellerId,
  gameId,
  price,
  feePercent,
  now,
  newSince,
  day,
}: PossibleTrade): SQL {
  const suspended = (account: string) =>
    isSuspended(now, {
      banned: sql.raw(`${account}.banned`),
      banExpires: sql.raw(`${account}.ban_expires`),
    });
  const { firstDayCents, pairTradesMax, pairCents, newcomerGainCents } = marketConstants;
  const gainMax = sql.raw(String(newcomerGainCents));
  return sql`(${buyerId} <> ${sellerId}
    and not ${suspended('buyer')} and not ${suspended('seller')}
    and coalesce(pair.trades, 0) < ${sql.raw(String(pairTradesMax))}
    and (coalesce(pair.trades, 0) = 0 or pair.amount + ${price} <= ${sql.raw(String(pairCents))})
    and (coalesce(buyer.registered_at <= ${newSince}, true)
      or coalesce(bought.bought, 0) + ${price} <= ${sql.raw(String(firstDayCents))})
    and (coalesce(seller.registered_at <= ${newSince}, true)
      or coalesce(sold.sold, 0) + ${price} <= ${sql.raw(String(firstDayCents))})
    and (coalesce(buyer.registered_at <= ${newcomerSince(now)}, true)
      or coalesce(seller_gain.amount, 0) + ${price} <= ${gainMax})
    and (coalesce(seller.registered_at <= ${newcomerSince(now)}, true)
      or coalesce(buyer_gain.amount, 0) + ${valueFromNewcomer({ gameId, day })} <= ${gainMax})
    and seller_wallet.balance + seller_wallet.set_aside + ${price} - ${marketFeeAsSql(price, feePercent)}
      <= ${sql.raw(String(topUpConstants.balanceMaxCents))}
    and not exists (select from ${blocks} as block
      where block.blocker_id = ${buyerId} and block.blocked_id = ${sellerId})
    and not exists (select from ${blocks} as block
      where block.blocker_id = ${sellerId} and block.blocked_id = ${buyerId}))`;
}

/** The columns of what both accounts may still trade; null where there is no limit. Cents. */
export function tradeLimits({ gameId, newSince, now, day }: PossibleTrade): SQL {
  const { firstDayCents, pairTradesMax, pairCents, newcomerGainCents } = marketConstants;
  const gainLeft = (newcomer: string, gain: string) =>
    sql`(case when ${sql.raw(newcomer)}.registered_at > ${newcomerSince(now)}
      then ${sql.raw(String(newcomerGainCents))} - coalesce(${sql.raw(gain)}.amount, 0) end)::integer`;
  const left = (account: string, amount: string) =>
    sql`(case when ${sql.raw(account)}.registered_at > ${newSince}
      then ${sql.raw(String(firstDayCents))} - coalesce(${sql.raw(amount)}, 0) end)::integer`;
  return sql`${sql.raw(String(pairTradesMax))} - coalesce(pair.trades, 0) as "pairTrades",
    coalesce(pair.trades, 0) > 0 as "pairTraded",
    (${sql.raw(String(pairCents))} - coalesce(pair.amount, 0))::integer as "pairCents",
    ${left('buyer', 'bought.bought')} as "buyerCents",
    ${left('seller', 'sold.sold')} as "sellerCents",
    ${gainLeft('buyer', 'seller_gain')} as "sellerGain",
    ${gainLeft('seller', 'buyer_gain')} as "buyerGain",
    (case when seller.registered_at > ${newcomerSince(now)}
      then ${valueFromNewcomer({ gameId, day })} else 0 end)::integer as "cardValue",
    (${sql.raw(String(topUpConstants.balanceMaxCents))} - seller_wallet.balance
      - seller_wallet.set_aside)::integer as "sellerRoom"`;
}
