import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  cardKinds,
  cards,
  games,
  marketFirstDays,
  marketListings,
  marketOrders,
  marketSales,
  pendingNotifications,
  users,
} from '#database/schema.ts';
import { orderPaymentExpressions } from '../../ledger/order-payments.ts';
import { countNewcomerGains } from '../newcomer-gains.ts';
import { countPairsExpression } from '../trading-pair-limits.ts';
import type { Fill } from './choose-fills.ts';

const value = sql.placeholder;
const now = sql`${value('now')}::timestamptz`;

/**
 * The common table expressions that record trades: limits, wallets, ledger, sales and notifications. An earlier
 * expression `trade` has a row for each trade, as below.
 */
export const tradeExpressions = sql`newcomers as (
    insert into ${marketFirstDays} as stored (user_id, sold, bought)
    select account.id, sum(part.sold)::bigint, sum(part.bought)::bigint
    from (
      select seller_id as user_id, price as sold, 0 as bought from trade
      union all select buyer_id, 0, price from trade
    ) as part
    join ${users} as account on account.id = part.user_id
    where account.registered_at > ${value('newSince')}::timestamptz
    group by account.id order by account.id
    on conflict (user_id) do update
      set sold = stored.sold + excluded.sold, bought = stored.bought + excluded.bought
  ),
  ${orderPaymentExpressions({ at: now })},
  ${countPairsExpression({ trades: sql`trade`, day: sql`${value('day')}` })},
  ${countNewcomerGains({ day: sql`${value('day')}`, at: now, trades: sql`trade` })},
  recorded as (
    insert into ${marketSales} (item_id, card_id, kind_id, game_id, seller_id, buyer_id, price, fee,
      order_id, transfer_id, sold_at)
    select item_id, card_id, kind_id, game_id, seller_id, buyer_id, price, fee, order_id, transfer_id,
      ${now}
    from trade order by place
  ),
  noted as (
    insert into ${pendingNotifications} (user_id, kind, actor_id, thing, thing_name, amount, at)
    select case when part.kind = 'item-sold' then trade.seller_id else trade.buyer_id end, part.kind,
      case when part.kind = 'item-sold' then trade.buyer_id else trade.seller_id end,
      trade.game_id || ':' || trade.kind_id, trade.subject, trade.price, ${now}
    from trade
    join jsonb_array_elements_text(${value('notified')}::jsonb) as part (kind) on true
    order by trade.place
  )`;

/** The whole of the trades in one statement: listings, cards, orders, wallets, ledger, limits, notifications. */
const apply = prepareStatement<
  { given: number; filled: number },
  { fills: string; now: Date; newSince: Date; day: string; notified: string }
>(
  'apply-fills',
  { given: integer, filled: integer },
  sql`with fills as materialized (
    select * from jsonb_to_recordset(${value('fills')}::jsonb) as fill (
      "place" integer, "orderId" uuid, "buyerId" uuid, "orderPrice" bigint, "itemId" uuid,
      "sellerId" uuid, "price" bigint, "fee" bigint, "transferId" uuid, "returnId" uuid)
  ),
  taken as (
    delete from ${marketListings} as item using fills
    where item.id = fills."itemId" and item.seller_id = fills."sellerId"
    returning item.id, item.card_id, item.kind_id, item.game_id
  ),
  given as (
    update ${cards} as card set owner_id = fills."buyerId", state = 'held'
    from taken join fills on fills."itemId" = taken.id
    where card.id = taken.card_id and card.owner_id = fills."sellerId" and card.state = 'listed'
    returning card.id
  ),
  trade as materialized (
    select fills."place" as place, fills."orderId" as order_id, fills."buyerId" as buyer_id,
      fills."orderPrice" as order_price, taken.id as item_id, fills."sellerId" as seller_id,
      fills."price" as price, fills."fee" as fee, fills."transferId" as transfer_id,
      fills."returnId" as return_id, taken.card_id, taken.kind_id, taken.game_id,
      kind.name || ' (' || game.name || ')' as subject
    from fills join taken on taken.id = fills."itemId" join given on given.id = taken.card_id
    join ${cardKinds} as kind on kind.id = taken.kind_id
    join ${games} as game on game.id = taken.game_id
  ),
  filled as (
    update ${marketOrders} as placed
    set remaining = placed.remaining - part.copies,
      state = case when placed.remaining = part.copies then 'filled' else 'open' end,
      closed_at = case when placed.remaining = part.copies then ${now} end
    from (
      select order_id, buyer_id, count(*)::integer as copies from trade group by order_id, buyer_id
    ) as part
    where placed.id = part.order_id and placed.buyer_id = part.buyer_id and placed.state = 'open'
    returning part.copies
  ),
  ${tradeExpressions}
  select (select count(*) from given)::integer as given,
    coalesce((select sum(copies) from filled), 0)::integer as filled`,
);

/** Who is told about trades: those whose listing or order stood before. */
export type Notified = readonly ('item-sold' | 'order-filled')[];

/**
 * Makes the trades that were chosen, all or none. The caller has locked the book, all wallets and the
 * listings, so that nothing has changed since they were chosen.
 */
export async function applyFills(
  tx: Transaction,
  fills: readonly Fill[],
  { notified, ...time }: { now: Date; newSince: Date; day: string; notified: Notified },
): Promise<void> {
  if (fills.length === 0) return;
  const rows = fills.map((fill, place) => ({
    ...fill,
    place,
    transferId: randomUUID(),
    returnId: randomUUID(),
  }));
  const { now, newSince, day } = time;
  const [done] = await apply(tx, {
    fills: JSON.stringify(rows),
    now,
    newSince,
    day,
    notified: JSON.stringify(notified),
  });
  if (done?.given !== fills.length || done.filled !== fills.length)
    throw new Error('The book of a card has changed although it was locked.');
}
