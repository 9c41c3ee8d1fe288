import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { bigintText } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { idempotencyKeys, marketListings } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import type { Ctx } from '../context.ts';
import { toWalletError } from '../ledger/move-money.ts';
import { findStoredAnswer, hashRequest, type KeyedRequest } from '../lib/idempotency.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { getRules } from '../site/current-rules.ts';
import { requirePartForForm } from '../site/site-parts.ts';
import { type PurchaseValues, purchaseExpressions } from './listing-purchase-sql.ts';
import { toNewcomerLimitError } from './newcomer-gains.ts';
import { toPairLimitError } from './trading-pair-limits.ts';

const value = sql.placeholder;

interface Sale {
  /** Cents, as text: the driver returns bigint so. */
  price: string;
}

/**
 * The whole purchase in one statement, with its idempotency key. The seller is read before the wallets are
 * locked, because a listing never changes its seller.
 */
const purchase = prepareStatement<
  Sale,
  PurchaseValues & { itemId: string; key: string; requestHash: string; answer: string }
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
  ${purchaseExpressions({ itemId: sql`${value('itemId')}::uuid`, orderId: sql`null::uuid` })}
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
 * Buys a listing at its stored price. The seller gets the price less the market fee, rounded down.
 * The same key gets the first answer again.
 * @throws AppError `login-required`, `guest-not-allowed`, `item-gone` (sold, withdrawn or repriced),
 * `own-item`, `not-enough-money`, `seller-full`, `seller-limit`, `first-day-limit`, `pair-limit`, `newcomer-limit`,
 * `key-reused`, and what `beforePurchase` throws
 */
export async function buyListing(
  ctx: Ctx,
  { itemId, key }: { itemId: string; key: string },
  enclosing?: EnclosingOperation,
): Promise<{ itemId: string }> {
  const { id: userId } = requirePlayer(ctx);
  await requirePartForForm(ctx, 'market', { userId, key });
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
  const { marketFeePercent: feePercent } = await getRules(ctx);
  try {
    const values = {
      itemId,
      userId,
      key,
      requestHash: hashRequest(request),
      answer: JSON.stringify({ ...answer, operation: enclosing?.operation }),
      transferId: randomUUID(),
      feePercent,
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
    throw toPairLimitError(error) ?? toNewcomerLimitError(error) ?? toWalletError(error) ?? error;
  }
}

async function findReasonNotBought(ctx: Ctx, itemId: string, userId: string): Promise<AppError> {
  const [item] = await ctx.db
    .select({ sellerId: marketListings.sellerId })
    .from(marketListings)
    .where(eq(marketListings.id, itemId));
  return new AppError(item?.sellerId === userId ? 'own-item' : 'item-gone');
}
