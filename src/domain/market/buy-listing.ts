import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { bigintText } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  cardKinds,
  cards,
  games,
  idempotencyKeys,
  marketFirstDays,
  marketListings,
  marketSales,
  pendingNotifications,
  users,
} from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { findStoredAnswer, hashRequest, type KeyedRequest } from '../lib/idempotency.ts';
import { toWalletError } from '../wallet/move-money.ts';
import { lockWalletsExpression, salePaymentExpressions } from '../wallet/payment-expressions.ts';
import { countPairsExpression, toPairLimitError } from './pair-limits.ts';

const value = sql.placeholder;

interface Sale {
  /** Cents, as text: the driver returns bigint so. */
  price: string;
}

/** The card's name with its game, for the ledger and the seller's notification. */
const nameOfCard = sql`(select kind.name || ' (' || game.name || ')' from trade
  join ${cardKinds} as kind on kind.id = trade.kind_id
  join ${games} as game on game.id = trade.game_id)`;

/**
 * The whole purchase in one statement: idempotency key, both wallets, listing, card, ledger and the seller's
 * notification, which also updates the seller's open pages. The
 * buyer that deletes the listing's row wins. For other buyers the row is gone, which breaks a constraint
 * and rolls their statement back. The seller is read before the wallets are locked, because a listing
 * never changes its seller.
 */
const purchase = prepareStatement<
  Sale,
  {
    itemId: string;
    userId: string;
    key: string;
    requestHash: string;
    answer: string;
    transferId: string;
    feePercent: number;
    newSince: Date;
    day: string;
    now: Date;
  }
>(
  'buy-market-item',
  { price: bigintText },
  sql`with claimed as (
    insert into ${idempotencyKeys} (user_id, key, request_hash, answer, created_at)
    values (${value('userId')}::uuid, ${value('key')}::uuid, ${value('requestHash')},
      ${value('answer')}::jsonb, ${value('now')}::timestamptz)
    returning 1
  ),
  seller as materialized (
    select item.seller_id from ${marketListings} as item, claimed
    where item.id = ${value('itemId')}::uuid and item.seller_id <> ${value('userId')}::uuid
  ),
  ${lockWalletsExpression(sql`${value('userId')}`)},
  taken as (
    delete from ${marketListings} as item
    where item.id = ${value('itemId')}::uuid and (select count(*) from held) = 2
    returning item.*
  ),
  given as (
    update ${cards} as card set owner_id = ${value('userId')}::uuid, state = 'held'
    from taken
    where card.id = taken.card_id and card.owner_id = taken.seller_id and card.state = 'listed'
    returning card.id
  ),
  trade as materialized (
    select taken.*, taken.price * ${value('feePercent')}::bigint / 100 as fee
    from taken, given
  ),
  newcomers as (
    insert into ${marketFirstDays} as stored (user_id, sold, bought)
    select account.id,
      case when account.id = trade.seller_id then trade.price else 0 end,
      case when account.id = trade.seller_id then 0 else trade.price end
    from trade, ${users} as account
    where account.id in (trade.seller_id, ${value('userId')}::uuid)
      and account.registered_at > ${value('newSince')}::timestamptz
    order by account.id
    on conflict (user_id) do update
      set sold = stored.sold + excluded.sold, bought = stored.bought + excluded.bought
    returning 1
  ),
  ${salePaymentExpressions({
    transferId: sql`${value('transferId')}`,
    buyerId: sql`${value('userId')}`,
    subject: nameOfCard,
    at: sql`${value('now')}`,
  })},
  ${countPairsExpression({
    trades: sql`(select seller_id, ${value('userId')}::uuid as buyer_id, price from trade)`,
    day: sql`${value('day')}`,
  })},
  recorded as (
    insert into ${marketSales}
      (item_id, card_id, kind_id, game_id, seller_id, buyer_id, price, fee, transfer_id, sold_at)
    select id, card_id, kind_id, game_id, seller_id, ${value('userId')}::uuid, price, fee,
      ${value('transferId')}::uuid, ${value('now')}::timestamptz
    from trade
  ),
  noted as (
    insert into ${pendingNotifications} (user_id, kind, actor_id, thing, thing_name, amount, at)
    select seller_id, 'item-sold', ${value('userId')}::uuid, game_id || ':' || kind_id,
      ${nameOfCard}, price, ${value('now')}::timestamptz
    from trade
  )
  select price from trade`,
);

/** The operation that a purchase is a part of. */
export interface EnclosingOperation {
  /** Stored with the answer under the idempotency key, so that the audit can recognize these purchases. */
  operation: 'buy-missing-cards';
  /** Runs in the same transaction, before the purchase. */
  beforePurchase(tx: Transaction): Promise<void>;
}

/**
 * Buys a listing at its stored price. The seller gets the price less `MARKET_FEE_PERCENT`, rounded down.
 * The same key gets the first answer again.
 * @throws AppError `login-required`, `guest-not-allowed`, `item-gone` (sold, withdrawn or repriced),
 * `own-item`, `not-enough-money`, `seller-full`, `seller-limit`, `first-day-limit`, `pair-limit`,
 * `key-reused`, and what `beforePurchase` throws
 */
export async function buyListing(
  ctx: Ctx,
  { itemId, key }: { itemId: string; key: string },
  enclosing?: EnclosingOperation,
): Promise<{ itemId: string }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'buy-market-item', input: { itemId } };
  const answer = { itemId };
  return ctx.market.listingQueue.take(itemId, async (isGone) => {
    if (!isGone) return buy(ctx, { itemId, key, request, answer, userId, enclosing });
    const earlier = await findStoredAnswer<typeof answer>(ctx.db, { userId, key, request });
    if (earlier) return earlier;
    throw new AppError('item-gone');
  });
}

async function buy(
  ctx: Ctx,
  {
    itemId,
    answer,
    enclosing,
    ...keyed
  }: KeyedRequest & {
    itemId: string;
    answer: { itemId: string };
    enclosing?: EnclosingOperation | undefined;
  },
): Promise<{ itemId: string }> {
  const { userId, key, request } = keyed;
  const now = ctx.clock.now();
  try {
    const values = {
      itemId,
      userId,
      key,
      requestHash: hashRequest(request),
      answer: JSON.stringify({ ...answer, operation: enclosing?.operation }),
      transferId: randomUUID(),
      feePercent: ctx.rules.marketFeePercent,
      newSince: new Date(now.getTime() - marketConstants.firstDayMs),
      day: utcDay(now),
      now,
    };
    const [sale] = enclosing
      ? await ctx.db.transaction(async (tx) => {
          await enclosing.beforePurchase(tx);
          return purchase(tx, values);
        })
      : await purchase(ctx.db, values);
    if (sale) ctx.notifier.deliverSoon();
    return answer;
  } catch (error) {
    const constraint = getViolatedConstraint(error);
    // Two simultaneous requests with one key can break either constraint first.
    if (constraint === 'idempotency_keys_pkey' || constraint === 'ledger_entries_balance_known') {
      const earlier = await findStoredAnswer<typeof answer>(ctx.db, keyed);
      if (earlier) return earlier;
      throw await findReasonNotBought(ctx, itemId, userId);
    }
    if (constraint === 'wallets_balance_limit') throw new AppError('seller-full');
    if (constraint === 'market_first_days_bought') throw new AppError('first-day-limit');
    if (constraint === 'market_first_days_sold') throw new AppError('seller-limit');
    throw toPairLimitError(error) ?? toWalletError(error) ?? error;
  }
}

async function findReasonNotBought(ctx: Ctx, itemId: string, userId: string): Promise<AppError> {
  const [item] = await ctx.db
    .select({ sellerId: marketListings.sellerId })
    .from(marketListings)
    .where(eq(marketListings.id, itemId));
  return new AppError(item?.sellerId === userId ? 'own-item' : 'item-gone');
}
