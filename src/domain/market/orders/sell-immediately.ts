import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { bigintText, uuid } from '#database/column-types.ts';
import { isCausedByContent } from '#database/postgres-errors.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  cardKinds,
  cards,
  games,
  idempotencyKeys,
  marketListings,
  marketOrders,
  users,
  wallets,
} from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { hashRequest, type KeyedRequest } from '../../lib/idempotency.ts';
import { marketFeeAsSql } from '../market-fee-sql.ts';
import { tradeExpressions } from './apply-fills.ts';
import {
  type ListingValues,
  type MatchingRules,
  ownOrderCrosses,
  selectFirstOrder,
  toListingValues,
} from './find-order-listing-pairs.ts';
import type { Offer, SoldListing } from './sell-into-orders.ts';

const value = sql.placeholder;
const userId = sql`${value('userId')}::uuid`;
const now = sql`${value('now')}::timestamptz`;

/**
 * A copy of a card that is sold to the best order, in one statement. The listing is never stored, but has an id.
 * Locks as in docs/architecture.md: key, both wallets, account, order, card. No row if there is no order, or if
 * the seller may not list or is in the first 24 hours, in which older cards rest. If the order or the card is
 * gone after the locks, the sale has no values, and the whole statement fails.
 */
const sell = prepareStatement<
  { itemId: string; price: string; fee: string },
  ListingValues & {
    key: string;
    requestHash: string;
    confirm: boolean;
    transferId: string;
    returnId: string;
    notified: string;
  }
>(
  'listing-sold-at-once',
  { itemId: uuid, price: bigintText, fee: bigintText },
  sql`with found as materialized (${selectFirstOrder}),
  chosen as materialized (
    select uuidv7() as item_id, found.*,
      ${marketFeeAsSql(sql`found.price`, sql`${value('feePercent')}::bigint`)} as fee,
      kind.name || ' (' || game.name || ')' as subject
    from found
    join ${cardKinds} as kind on kind.id = found."kindId"
    join ${games} as game on game.id = found."gameId"
    where not ${ownOrderCrosses}
      and (select count(*) from ${marketListings} where seller_id = ${userId})
        < ${sql.raw(String(marketConstants.openMax))}
      and exists (select from ${users} as account
        where account.id = ${userId} and account.registered_at <= ${value('newSince')}::timestamptz)
  ),
  claimed as (
    insert into ${idempotencyKeys} (user_id, key, request_hash, answer, created_at)
    select ${userId}, ${value('key')}::uuid, ${value('requestHash')}::text,
      jsonb_build_object('itemIds', jsonb_build_array(item_id), 'more', false,
        'sold', jsonb_build_array(jsonb_build_object('itemId', item_id, 'gameId', "gameId",
          'kindId', "kindId", 'price', price, 'received', price - fee))),
      ${now}
    from chosen
    returning 1
  ),
  held as materialized (
    select wallet.user_id from ${wallets} as wallet
    where wallet.user_id in (
      select unnest(array[chosen."buyerId", chosen."sellerId"]) from chosen, claimed)
    order by wallet.user_id for update
  ),
  seller as materialized (
    select account.id from ${users} as account
    where account.id = ${userId} and (select count(*) from held) = 2
      and not ${isSuspended(now, { banned: sql`account.banned`, banExpires: sql`account.ban_expires` })}
      and (account.email_verified or not ${value('confirm')}::boolean)
    for no key update
  ),
  placed as materialized (
    select stored.id from ${marketOrders} as stored
    where stored.id = (select "orderId" from chosen, seller) and stored.state = 'open'
    for update
  ),
  card as materialized (
    select own.id from ${cards} as own
    where own.owner_id = (select seller.id from seller, placed) and own.kind_id = (select "kindId" from chosen)
      and own.game_id = (select "gameId" from chosen) and own.state = 'held'
    order by own.id limit 1 for update
  ),
  given as (
    update ${cards} as stored set owner_id = chosen."buyerId" from card, chosen
    where stored.id = card.id and stored.owner_id = ${userId} and stored.state = 'held'
    returning stored.id
  ),
  filled as (
    update ${marketOrders} as stored
    set remaining = stored.remaining - 1,
      state = case when stored.remaining = 1 then 'filled' else 'open' end,
      closed_at = case when stored.remaining = 1 then ${now} end
    from placed, given
    where stored.id = placed.id and stored.state = 'open'
    returning stored.id
  ),
  trade as materialized (
    select 0 as place, filled.id as order_id, "buyerId" as buyer_id, "orderPrice"::bigint as order_price,
      item_id, "sellerId" as seller_id, chosen.price::bigint as price, fee,
      ${value('transferId')}::uuid as transfer_id, ${value('returnId')}::uuid as return_id,
      given.id as card_id, "kindId" as kind_id, "gameId" as game_id, subject
    from chosen left join (given cross join filled) on true
  ),
  ${tradeExpressions}
  select item_id as "itemId", price::bigint as price, fee from chosen`,
);

/**
 * Sells one copy of a card to the best order at once, if one meets the offer. It only takes from an order, so it
 * needs no lock of the book: an order that another transaction is storing counts as later. Returns null if nothing
 * was sold; then the card has to be listed, which also finds the reason for an error.
 */
export async function sellImmediately(
  ctx: Ctx & MatchingRules,
  { userId: sellerId, key, request }: KeyedRequest,
  offer: Offer,
): Promise<{ itemIds: string[]; sold: SoldListing[]; more: boolean } | null> {
  try {
    const [row] = await sell(ctx.db, {
      ...toListingValues(ctx, sellerId, [offer]),
      key,
      requestHash: hashRequest(request),
      confirm: ctx.accounts.mailer.canDeliver,
      transferId: randomUUID(),
      returnId: randomUUID(),
      notified: JSON.stringify(['order-filled']),
    });
    if (!row) return null;
    const { itemId, price, fee } = row;
    const { gameId, kindId } = offer;
    const received = Number(price) - Number(fee);
    return {
      itemIds: [itemId],
      sold: [{ itemId, gameId, kindId, price: Number(price), received }],
      more: false,
    };
  } catch (error) {
    // The order or the card is gone, a limit was reached, or the form was sent before.
    if (isCausedByContent(error)) return null;
    throw error;
  }
}
