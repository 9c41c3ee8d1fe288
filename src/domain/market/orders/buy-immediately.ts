import { sql } from 'drizzle-orm';
import { integer, uuid } from '#database/column-types.ts';
import { isCausedByContent } from '#database/postgres-errors.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { idempotencyKeys, marketOrders, wallets } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { hashRequest, type KeyedRequest } from '../../lib/idempotency.ts';
import { purchaseExpressions } from '../listing-purchase-sql.ts';
import {
  type MatchingRules,
  ownListingCrosses,
  selectFirstListing,
} from './find-order-listing-pairs.ts';
import {
  type NewOrder,
  type NewOrderValues,
  selectAllowedOrder,
  toNewOrderValues,
} from './new-order-values.ts';

const value = sql.placeholder;
const userId = sql`${value('userId')}::uuid`;
const transferId = sql`${value('transferId')}::uuid`;
const now = sql`${value('now')}::timestamptz`;

/**
 * An order of one copy that buys the cheapest listing, in one statement: the order is stored as filled, and the
 * wallet pays the price of the listing. No money is set aside, so the order has the transfer of its sale.
 * No row if there is nothing to buy or the order is not allowed.
 */
const buy = prepareStatement<
  { orderId: string; itemId: string; bought: number },
  NewOrderValues & { key: string; requestHash: string }
>(
  'order-bought-at-once',
  { orderId: uuid, itemId: uuid, bought: integer },
  sql`with allowed as materialized (${selectAllowedOrder}),
  found as materialized (${selectFirstListing}),
  chosen as materialized (
    select uuidv7() as order_id, found."itemId" as item_id, found."sellerId" as seller_id, found.price
    from found, allowed, ${wallets} as wallet
    where wallet.user_id = ${userId} and wallet.balance >= ${value('price')}::bigint
      and not ${ownListingCrosses}
  ),
  claimed as (
    insert into ${idempotencyKeys} (user_id, key, request_hash, answer, created_at)
    select ${userId}, ${value('key')}::uuid, ${value('requestHash')}::text,
      jsonb_build_object('orderId', order_id, 'price', ${value('price')}::bigint, 'quantity', 1,
        'bought', jsonb_build_array(jsonb_build_object('itemId', item_id, 'price', price)),
        'remaining', 0, 'more', false),
      ${now}
    from chosen
    returning 1
  ),
  seller as materialized (select chosen.seller_id from chosen, claimed),
  ${purchaseExpressions({
    itemId: sql`(select item_id from chosen)`,
    orderId: sql`(select order_id from chosen)`,
    condition: sql`chosen`,
  })},
  stored as (
    insert into ${marketOrders} (id, buyer_id, game_id, kind_id, price, quantity, remaining, state,
      transfer_id, placed_at, ends_at, closed_at)
    select chosen.order_id, ${userId}, trade.game_id, trade.kind_id, ${value('price')}::bigint, 1, 0,
      'filled', ${transferId}, ${now}, ${value('endsAt')}::timestamptz, ${now}
    from chosen, trade
  )
  select order_id as "orderId", item_id as "itemId", price::integer as bought from chosen`,
);

/**
 * Fills a new order of one copy at once, if it can. Like a purchase it only removes a listing, so it needs no
 * lock of the book: an order or a listing that another transaction is storing counts as later. Returns null
 * if nothing was bought; then the order has to be placed in the book, which also finds the reason for an error.
 */
export async function buyImmediately(
  ctx: Ctx & MatchingRules,
  { key, request }: KeyedRequest,
  order: NewOrder,
) {
  const { price, quantity } = order;
  if (quantity !== 1) return null;
  try {
    const values = toNewOrderValues(ctx, order);
    const [row] = await buy(ctx.db, { ...values, key, requestHash: hashRequest(request) });
    if (!row) return null;
    const bought = [{ itemId: row.itemId, price: row.bought }];
    return { orderId: row.orderId, price, quantity, bought, remaining: 0, more: false };
  } catch (error) {
    // The listing was sold meanwhile, a limit was reached, or the form was sent before.
    if (isCausedByContent(error)) return null;
    throw error;
  }
}
