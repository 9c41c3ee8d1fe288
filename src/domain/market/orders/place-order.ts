import { and, asc, count, eq, sql } from 'drizzle-orm';
import { integer, type LeftJoined, leftJoined, uuid } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { marketOrders, marketSales, users } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { findSuspensionError, isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { toWalletError } from '../../ledger/move-money.ts';
import { setAsideExpressions } from '../../ledger/order-payments.ts';
import { runIdempotent } from '../../lib/idempotency.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { withCurrentRules } from '../../site/current-rules.ts';
import { requirePartForForm } from '../../site/site-parts.ts';
import { isTradingEnded } from '../trading-of-game.ts';
import { applyFills } from './apply-fills.ts';
import { type BookCard, lockBooks, queueForBooks } from './book-lock.ts';
import { buyImmediately } from './buy-immediately.ts';
import { chooseFills, type OrderListingPair } from './choose-fills.ts';
import {
  cheapestListings,
  cheapestRead,
  countListingsRead,
  type FoundPair,
  fillsMax,
  lockWalletsForOrder,
  type MatchingRules,
  pairColumns,
  selectListingsForOrder,
} from './find-order-listing-pairs.ts';
import {
  type NewOrder,
  type NewOrderValues,
  selectAllowedOrder,
  toNewOrderValues,
} from './new-order-values.ts';
import { rematchCards } from './rematch-books.ts';

/** A new order and what it bought at once. Prices in cents, for one copy. */
export interface PlacedOrder {
  orderId: string;
  price: number;
  quantity: number;
  bought: { itemId: string; price: number }[];
  /** The copies that the order goes on waiting for. */
  remaining: number;
}

interface Input {
  gameId: number;
  kindId: string;
  /** Cents for one copy. */
  price: number;
  quantity: number;
  key: string;
}

/** The operation that an order is a part of, such as the orders for the missing cards of a set. */
export interface EnclosingOrder {
  /** Checks in the transaction of the order, with the book of the card locked, whether it is still to be placed. */
  beforePlacing(tx: Transaction): Promise<void>;
}

const value = sql.placeholder;
const userId = sql`${value('userId')}::uuid`;
const amount = sql`(${value('price')}::bigint * ${value('quantity')}::integer)`;

/**
 * Stores the order, sets its money aside and finds the listings that it buys at once. Returns one row for each
 * listing found, or one row whose listing columns are null. No row if the account may not order, or
 * the game has no such card. `met` is how many of the cheapest listings match the order's price (at most
 * `cheapestRead`); the listings found are those of sellers that the buyer may trade with.
 */
const store = prepareStatement<
  { storedId: string; met: number } & LeftJoined<FoundPair>,
  NewOrderValues
>(
  'place-order',
  { storedId: uuid, met: integer, ...leftJoined(pairColumns) },
  sql`with allowed as materialized (${selectAllowedOrder}),
  ${setAsideExpressions({
    transferId: sql`${value('transferId')}::uuid`,
    userId,
    amount,
    subject: sql`(select subject from allowed)`,
    at: sql`${value('now')}::timestamptz`,
    condition: sql`allowed`,
  })},
  stored as (
  insert into ${marketOrders} (buyer_id, game_id, kind_id, price, quantity, remaining, transfer_id,
    placed_at, ends_at)
  select ${userId}, ${value('gameId')}::integer, ${value('kindId')}::text,
    ${value('price')}::bigint, ${value('quantity')}::integer, ${value('quantity')}::integer,
    ${value('transferId')}::uuid, ${value('now')}::timestamptz, ${value('endsAt')}::timestamptz
  from moved
  returning id
  ),
  found as materialized (${selectListingsForOrder(sql`(select id from stored)`)})
  select stored.id as "storedId", found.*,
    (select count(*) from ${cheapestListings} as met)::integer as met
  from stored left join found on true
  order by found."itemPrice", found."itemId"`,
);

/**
 * Places a buy order for copies of a card and sets its money aside for 30 days. It buys at once what is for sale at its
 * price or less, each copy at the price of its listing; what a cheaper listing leaves over returns to the wallet.
 * @throws AppError `login-required`, `guest-not-allowed`, `unconfirmed-email`, `account-suspended`, `bad-input`,
 * `card-not-found`, `game-hidden`, `order-limit`, `own-listing-crosses`, `not-enough-money`, `rate-limited`,
 * `key-reused`
 */
export async function placeOrder(
  givenCtx: Ctx,
  { key, ...input }: Input,
  enclosing?: EnclosingOrder,
): Promise<PlacedOrder> {
  const actor = requirePlayer(givenCtx);
  await requirePartForForm(givenCtx, 'market', { userId: actor.id, key });
  const ctx = await withCurrentRules(givenCtx);
  const card: BookCard = { gameId: input.gameId, kindId: input.kindId };
  checkInput(input);
  await ctx.rateLimiter.take('orders-by-account', actor.id);
  const keyed = { userId: actor.id, key, request: { useCase: 'place-order', input } };
  const order = { userId: actor.id, ...input };
  const { more, ...placed } = await queueForBooks(ctx, [card], async () => {
    const bought = enclosing ? null : await buyImmediately(ctx, keyed, order);
    return (
      bought ??
      runIdempotent<Placed>(
        ctx,
        keyed,
        async (tx) => {
          await enclosing?.beforePlacing(tx);
          return place(ctx, tx, order);
        },
        (tx) => lockBooks(tx, [card]),
      )
    );
  });
  if (placed.bought.length > 0) ctx.notifier.deliverSoon();
  if (!more) return placed;
  await rematchCards(ctx, [card]);
  const bought = await ctx.db
    .select({ itemId: marketSales.itemId, price: marketSales.price })
    .from(marketSales)
    .where(eq(marketSales.orderId, placed.orderId))
    .orderBy(asc(marketSales.id));
  return { ...placed, bought, remaining: placed.quantity - bought.length };
}

function checkInput({ price, quantity }: Pick<Input, 'price' | 'quantity'>): void {
  const { priceMinCents, priceMaxCents, orderCopiesMax } = marketConstants;
  const isWithin = (number: number, min: number, max: number) =>
    Number.isSafeInteger(number) && number >= min && number <= max;
  if (!isWithin(price, priceMinCents, priceMaxCents))
    throw new AppError('bad-input', { fields: { price: '$0.01 to $10,000.00.' } });
  if (!isWithin(quantity, 1, orderCopiesMax))
    throw new AppError('bad-input', { fields: { quantity: `1 to ${orderCopiesMax} copies.` } });
}

type Placed = PlacedOrder & { more: boolean };

async function place(ctx: Ctx & MatchingRules, tx: Transaction, order: NewOrder): Promise<Placed> {
  const { price, quantity } = order;
  const values = toNewOrderValues(ctx, order);
  const locked = await lockWalletsForOrder(tx, values);
  if (locked[0]?.ownCrosses) throw new AppError('own-listing-crosses');
  const lockedIds = new Set(locked.map((wallet) => wallet.userId));
  const rows = await store(tx, values).catch((error: unknown) => {
    throw toWalletError(error) ?? error;
  });
  const orderId = rows[0]?.storedId;
  if (!orderId) throw await findReasonNotPlaced(ctx, tx, order);
  const found = rows.filter(
    (row): row is typeof row & FoundPair & OrderListingPair => row.itemId !== null,
  );
  const pairs = found.filter((pair) => lockedIds.has(pair.sellerId));
  const fills = chooseFills(pairs, { feePercent: values.feePercent, fillsMax });
  await applyFills(tx, fills, { ...values, notified: ['item-sold'] });
  const bought = fills.map((fill) => ({ itemId: fill.itemId, price: fill.price }));
  const remaining = quantity - bought.length;
  // False if more listings may match: a limit was reached, or some were of sellers who may not trade with the buyer.
  const isEveryListingRead =
    found.length < countListingsRead(quantity) && (rows[0]?.met ?? 0) < cheapestRead;
  const more = remaining > 0 && (!isEveryListingRead || pairs.length < found.length);
  return { orderId, price, quantity, bought, remaining, more };
}

async function findReasonNotPlaced(
  ctx: Ctx,
  tx: Transaction,
  { userId: id, gameId }: NewOrder,
): Promise<AppError> {
  const [account] = await tx
    .select({
      role: users.role,
      suspended: isSuspended(ctx.clock.now()),
      confirmed: users.emailVerified,
    })
    .from(users)
    .where(eq(users.id, id));
  if (account?.suspended) return findSuspensionError(tx, id);
  if (account?.role === 'guest') return new AppError('guest-not-allowed');
  if (ctx.accounts.mailer.canDeliver && !account?.confirmed)
    return new AppError('unconfirmed-email');
  if (await isTradingEnded(tx, [gameId])) return new AppError('game-hidden');
  const [orders] = await tx
    .select({ open: count() })
    .from(marketOrders)
    .where(and(eq(marketOrders.buyerId, id), eq(marketOrders.state, 'open')));
  return new AppError(
    (orders?.open ?? 0) >= marketConstants.ordersMax ? 'order-limit' : 'card-not-found',
  );
}
