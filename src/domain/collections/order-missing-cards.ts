import type { StatementTarget } from '#database/prepared-query.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { deriveKeyOfPart } from '../lib/idempotency-key-of-part.ts';
import { placeOrder } from '../market/orders/place-order.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requirePartForForm } from '../site/site-parts.ts';
import { recordSkip } from './missing-card-steps.ts';
import {
  type MissingCardOrder,
  type OrdersPlan,
  type OrdersReport,
  readOrderOutcomes,
  reportOrders,
  type SkippedOrder,
} from './missing-orders-report.ts';
import { isMissing, readCollection } from './read-collection.ts';

interface Input {
  gameId: number;
  /** A card of the set and the highest price in cents. Cards without an order are left out. */
  orders: readonly MissingCardOrder[];
  key: string;
}

/**
 * Orders one copy of each named card that the actor's set of a game lacks. An order buys at once what is for
 * sale at its price or less, see `placeOrder`. Each order is placed in a transaction of its own. Returns the
 * result of each card.
 *
 * The plan, stored under the form's key, has one step per card. Each step has a key derived from the form's
 * key. Either the order or the decision to skip the card is stored under it, exactly once. So every run of the
 * form (repeated, simultaneous, after a crash) places each order once. Two different forms place one order of
 * a card, because each checks it with the book of the card locked.
 * @throws AppError `login-required`, `guest-not-allowed`, `part-off`, `key-reused`
 */
export async function orderMissingCards(ctx: Ctx, input: Input): Promise<OrdersReport> {
  const { id: userId } = requirePlayer(ctx);
  const { gameId, key } = input;
  await requirePartForForm(ctx, 'market', { userId, key });
  const orders = input.orders.map(({ kindId, price }) => ({ kindId, price }));
  const request = { useCase: 'order-missing-cards', input: { gameId, orders } };
  const plan = await runIdempotent<OrdersPlan>(ctx, { userId, key, request }, async () => ({
    gameId,
    missingOrders: orders,
  }));
  for (const order of plan.missingOrders) {
    await runStep(ctx, { userId, gameId, ...order, key: deriveKeyOfPart(key, order.kindId) });
  }
  return reportOrders(ctx, userId, key, plan);
}

/** One card of the plan. */
interface Step extends MissingCardOrder {
  userId: string;
  gameId: number;
  key: string;
}

async function runStep(ctx: Ctx, step: Step): Promise<void> {
  const decided = await readOrderOutcomes(ctx, step.userId, [step.key]);
  if (decided.size > 0) return;
  const skipped = await tryToOrder(ctx, step);
  if (skipped) await recordSkip(ctx, step, 'go-without-order', skipped);
}

/** The step's card needs no order. */
class NotNeeded extends Error {
  readonly reason: 'yours-by-now' | 'ordered-by-now';

  constructor(reason: NotNeeded['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Returns null if the step is then decided, else why its card is skipped. */
async function tryToOrder(ctx: Ctx, step: Step): Promise<SkippedOrder | null> {
  const { gameId, kindId, price, key } = step;
  try {
    await placeOrder(
      ctx,
      { gameId, kindId, price, quantity: 1, key },
      { beforePlacing: (tx) => requireNeeded(tx, step) },
    );
    return null;
  } catch (error) {
    if (error instanceof NotNeeded) return { reason: error.reason };
    if (!isAppError(error)) throw error;
    // A simultaneous request with the same form has skipped this card.
    if (error.code === 'key-reused') return null;
    return { reason: 'refused', code: error.code };
  }
}

/**
 * @throws NotNeeded if the account has the card or an open order of it.
 * @throws AppError `card-left-set`
 */
async function requireNeeded(tx: StatementTarget, step: Step): Promise<void> {
  const set = await readCollection(tx, step);
  const card = set.find(({ kindId }) => kindId === step.kindId);
  if (card && !isMissing(card)) throw new NotNeeded('yours-by-now');
  if (card && card.ordered !== null) throw new NotNeeded('ordered-by-now');
  if (!card?.isCurrent) throw new AppError('card-left-set');
}
