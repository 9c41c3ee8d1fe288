import { type SQL, sql } from 'drizzle-orm';
import {
  cardKinds,
  cards,
  games,
  marketFirstDays,
  marketListings,
  marketSales,
  pendingNotifications,
  users,
} from '#database/schema.ts';
import { lockWalletsExpression, salePaymentExpressions } from '../ledger/payment-expressions.ts';
import { marketFeeAsSql } from './market-fee-sql.ts';
import { countNewcomerGains } from './newcomer-gains.ts';
import { countPairsExpression } from './trading-pair-limits.ts';

const value = sql.placeholder;
const userId = sql`${value('userId')}::uuid`;

/** The values of a statement with `purchaseExpressions`. */
export interface PurchaseValues extends Record<string, unknown> {
  userId: string;
  transferId: string;
  feePercent: number;
  newSince: Date;
  day: string;
  now: Date;
}

/** The card's name with its game, for the ledger and the seller's notification. */
const nameOfCard = sql`(select kind.name || ' (' || game.name || ')' from trade
  join ${cardKinds} as kind on kind.id = trade.kind_id
  join ${games} as game on game.id = trade.game_id)`;

interface PurchaseParts {
  itemId: SQL;
  /** The buy order that the purchase fills, or null. */
  orderId: SQL;
  /** An earlier expression. Without a row in it there is nothing to buy, and nothing fails. */
  condition?: SQL;
}

/**
 * The common table expressions of a purchase: both wallets, listing, card, limits, ledger, sale and the
 * seller's notification, which also updates the seller's open pages. An earlier expression `seller` has the
 * seller (`seller_id`) in one row. The buyer that deletes the listing's row wins. For other buyers the row is
 * gone, which breaks a constraint and rolls their statement back.
 */
export function purchaseExpressions({ itemId, orderId, condition }: PurchaseParts): SQL {
  return sql`${lockWalletsExpression(userId)},
  taken as (
    delete from ${marketListings} as item
    where item.id = ${itemId} and (select count(*) from held) = 2
    returning item.*
  ),
  given as (
    update ${cards} as card set owner_id = ${userId}, state = 'held'
    from taken
    where card.id = taken.card_id and card.owner_id = taken.seller_id and card.state = 'listed'
    returning card.id
  ),
  trade as materialized (
    select taken.*, ${marketFeeAsSql(sql`taken.price`, sql`${value('feePercent')}::bigint`)} as fee
    from taken, given
  ),
  newcomers as (
    insert into ${marketFirstDays} as stored (user_id, sold, bought)
    select account.id,
      case when account.id = trade.seller_id then trade.price else 0 end,
      case when account.id = trade.seller_id then 0 else trade.price end
    from trade, ${users} as account
    where account.id in (trade.seller_id, ${userId})
      and account.registered_at > ${value('newSince')}::timestamptz
    order by account.id
    on conflict (user_id) do update
      set sold = stored.sold + excluded.sold, bought = stored.bought + excluded.bought
    returning 1
  ),
  ${salePaymentExpressions({
    transferId: sql`${value('transferId')}`,
    buyerId: userId,
    subject: nameOfCard,
    at: sql`${value('now')}`,
    condition,
  })},
  ${countPairsExpression({
    trades: sql`(select seller_id, ${userId} as buyer_id, price from trade)`,
    day: sql`${value('day')}`,
  })},
  ${countNewcomerGains({
    trades: sql`(select seller_id, ${userId} as buyer_id, price, game_id, kind_id from trade)`,
    day: sql`${value('day')}`,
    at: sql`${value('now')}`,
  })},
  recorded as (
    insert into ${marketSales}
      (item_id, card_id, kind_id, game_id, seller_id, buyer_id, price, fee, order_id, transfer_id,
        sold_at)
    select id, card_id, kind_id, game_id, seller_id, ${userId}, price, fee,
      ${orderId}, ${value('transferId')}::uuid, ${value('now')}::timestamptz
    from trade
  ),
  noted as (
    insert into ${pendingNotifications} (user_id, kind, actor_id, thing, thing_name, amount, at)
    select seller_id, 'item-sold', ${userId}, game_id || ':' || kind_id,
      ${nameOfCard}, price, ${value('now')}::timestamptz
    from trade
  )`;
}
