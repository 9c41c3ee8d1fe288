import type { AppErrorCode } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import type { PlacedOrder } from '../market/orders/place-order.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { readAnswers, readPlan, readSteps } from './missing-card-steps.ts';

/** A missing card and the highest price of its order, in cents. */
export interface MissingCardOrder {
  kindId: string;
  price: number;
}

/** The answer that is stored under the form's key. */
export interface OrdersPlan {
  gameId: number;
  missingOrders: MissingCardOrder[];
}

/** Why a card was not ordered. `refused` means an error of the market, see `code`. */
export type SkippedOrder =
  | { reason: 'yours-by-now' | 'ordered-by-now' }
  | { reason: 'refused'; code: AppErrorCode };

/** An order. `bought` is the listing that it bought at once, with its price in cents; null while it waits. */
interface Ordered {
  orderId: string;
  bought: { itemId: string; price: number } | null;
}

export type OrderOutcome = Ordered | SkippedOrder;

export interface OrdersReport {
  gameId: number;
  /** The result of each card; null while it is not decided. */
  cards: (MissingCardOrder & { name: string; outcome: OrderOutcome | null })[];
}

/**
 * The report of orders for missing cards by the form's key; null if the key is unknown or expired.
 * @throws AppError `login-required`
 */
export async function getOrdersReport(ctx: Ctx, key: string): Promise<OrdersReport | null> {
  const { id: userId } = requireActor(ctx);
  const plan = await readPlan(ctx, key, isPlan);
  return plan && reportOrders(ctx, userId, key, plan);
}

function isPlan(answer: unknown): answer is OrdersPlan {
  return typeof answer === 'object' && answer !== null && 'missingOrders' in answer;
}

/** The outcomes that are stored under the keys of steps. Keys of undecided steps are left out. */
export async function readOrderOutcomes(
  ctx: Ctx,
  userId: string,
  keys: string[],
): Promise<Map<string, OrderOutcome>> {
  const answers = await readAnswers(ctx, userId, keys);
  return new Map(
    [...answers].map(([key, answer]): [string, OrderOutcome] => {
      const stored = answer as PlacedOrder | { skipped: SkippedOrder };
      if ('skipped' in stored) return [key, stored.skipped];
      return [key, { orderId: stored.orderId, bought: stored.bought[0] ?? null }];
    }),
  );
}

/** The result of each card of a plan. */
export async function reportOrders(
  ctx: Ctx,
  userId: string,
  key: string,
  { gameId, missingOrders }: OrdersPlan,
): Promise<OrdersReport> {
  const steps = await readSteps(ctx, key, missingOrders);
  const keys = steps.map(({ stepKey }) => stepKey);
  const outcomes = await readOrderOutcomes(ctx, userId, keys);
  return {
    gameId,
    cards: steps.map(({ stepKey, ...card }) => ({
      ...card,
      outcome: outcomes.get(stepKey) ?? null,
    })),
  };
}
