import { and, eq, lte, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { bigintText, integer } from '#database/column-types.ts';
import { prepareStatement, type StatementTarget } from '#database/prepared-query.ts';
import { cardKinds, games, marketOrders } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isBeyondLimits } from '../../age-limits/age-limit-sql.ts';
import type { Ctx } from '../../context.ts';
import { lockWallets } from '../../ledger/lock-wallets.ts';
import { returnExpressions } from '../../ledger/order-payments.ts';
import { runIdempotent } from '../../lib/idempotency.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';

interface Ending {
  buyerId: string;
  state: 'cancelled' | 'expired';
  at: Date;
  /** One order, or those for cards of one game; without both all open orders of the buyer. */
  orderId?: string;
  gameId?: number;
}

const value = sql.placeholder;
const buyer = sql`${value('buyerId')}::uuid`;
const time = sql`${value('at')}::timestamptz`;

const end = prepareStatement<
  { ended: number; returned: string },
  { buyerId: string; state: string; at: Date; orderId: string | null; gameId: number | null }
>(
  'end-orders',
  { ended: integer, returned: bigintText },
  sql`with ended as (
    update ${marketOrders} as placed
    set state = ${value('state')}::text, closed_at = ${time}, return_transfer_id = gen_random_uuid()
    from ${cardKinds} as kind, ${games} as game
    where placed.buyer_id = ${buyer} and placed.state = 'open'
      and placed.id = coalesce(${value('orderId')}::uuid, placed.id)
      and placed.game_id = coalesce(${value('gameId')}::integer, placed.game_id)
      and (${value('state')}::text = 'cancelled' or placed.ends_at <= ${time})
      and kind.id = placed.kind_id and game.id = placed.game_id
    returning placed.id, placed.return_transfer_id as transfer_id,
      placed.price * placed.remaining as amount, kind.name || ' (' || game.name || ')' as subject
  ),
  ${returnExpressions({ userId: buyer, returned: sql`ended`, at: time })}
  select count(*)::integer as ended, coalesce(sum(amount), 0)::bigint as returned from ended`,
);

/**
 * Ends open orders of one account in the caller's transaction, which has locked the account's wallet
 * (`lockWallets`), and returns their money to it. Matching needs the same wallet, so an order ends or is
 * filled. Returns their number and the money in cents.
 */
export async function endOrders(
  tx: StatementTarget,
  { buyerId, state, at, orderId, gameId }: Ending,
): Promise<{ ended: number; returned: number }> {
  const [row] = await end(tx, {
    buyerId,
    state,
    at,
    orderId: orderId ?? null,
    gameId: gameId ?? null,
  });
  return { ended: row?.ended ?? 0, returned: Number(row?.returned ?? 0) };
}

/**
 * Cancels one of the actor's open orders; the money that it had left returns. Returns the amount in cents.
 * @throws AppError `login-required`, `guest-not-allowed`, `order-gone`, `key-reused`
 */
export async function cancelOrder(
  ctx: Ctx,
  { orderId, key }: { orderId: string; key: string },
): Promise<{ returned: number }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'cancel-order', input: { orderId } };
  return runIdempotent(ctx, { userId, key, request }, async (tx) => {
    await lockWallets(tx, [userId]);
    const { ended, returned } = await endOrders(tx, {
      buyerId: userId,
      state: 'cancelled',
      at: ctx.clock.now(),
      orderId,
    });
    if (ended === 0) throw new AppError('order-gone');
    return { returned };
  });
}

/** How many accounts one query reads. */
const batchSize = 200;

/** Ends the orders that were open for 30 days. A job runs it every minute. Returns how many ended. */
export async function expireOrders({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const at = clock.now();
  let expired = 0;
  for (;;) {
    const before = expired;
    const buyers = await listExpired(db, at);
    for (const { buyerId } of buyers) {
      const { ended } = await db.transaction(async (tx) => {
        await lockWallets(tx, [buyerId]);
        return endOrders(tx, { buyerId, state: 'expired', at });
      });
      expired += ended;
    }
    if (buyers.length < batchSize || expired === before) return expired;
  }
}

async function listExpired(db: Queryable, at: Date): Promise<{ buyerId: string }[]> {
  return db
    .selectDistinct({ buyerId: marketOrders.buyerId })
    .from(marketOrders)
    .where(and(eq(marketOrders.state, 'open'), lte(marketOrders.endsAt, at)))
    .limit(batchSize);
}

/**
 * Cancels open orders of accounts that may no longer see their games: the limit of the account or the site was
 * changed, or the age of the game. A job runs it every minute. Returns how many ended.
 */
export async function endOrdersBeyondLimits({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const at = clock.now();
  let cancelled = 0;
  for (;;) {
    const found = await db
      .selectDistinct({ buyerId: marketOrders.buyerId, gameId: marketOrders.gameId })
      .from(marketOrders)
      .where(
        and(
          eq(marketOrders.state, 'open'),
          isBeyondLimits({
            userId: sql`${marketOrders.buyerId}`,
            gameId: sql`${marketOrders.gameId}`,
          }),
        ),
      )
      .limit(batchSize);
    const before = cancelled;
    for (const { buyerId, gameId } of found) {
      const { ended } = await db.transaction(async (tx) => {
        await lockWallets(tx, [buyerId]);
        return endOrders(tx, { buyerId, state: 'cancelled', at, gameId });
      });
      cancelled += ended;
    }
    if (found.length < batchSize || cancelled === before) return cancelled;
  }
}
