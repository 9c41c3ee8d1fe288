import { inArray } from 'drizzle-orm';
import { marketSales } from '#database/schema.ts';
import type { AppErrorCode } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { readAnswers, readPlan, readSteps } from './missing-card-steps.ts';

/** Why a card was not bought. `refused` means an error of the market, see `code`. */
export type SkipReason =
  | { reason: 'not-for-sale' | 'yours-by-now' | 'others-were-faster' }
  /** The price of the cheapest listing and the rest of the maximum, in cents. */
  | { reason: 'over-maximum'; price: number; left: number }
  | { reason: 'refused'; code: AppErrorCode };

/** A bought listing; the price is in cents. */
interface Bought {
  itemId: string;
  price: number;
}

/** The outcome of one step; null while it is not decided. */
export type StepOutcome = Bought | SkipReason | null;

export interface Purchase {
  gameId: number;
  /** Cents. */
  maximum: number;
  /** The missing cards in the order of the steps. */
  cards: { kindId: string; name: string; outcome: StepOutcome }[];
  /** The sum of all prices, in cents. */
  spent: number;
}

/** Whether a step ended with a purchase. */
export function isBought(outcome: StepOutcome): outcome is Bought {
  return outcome !== null && 'itemId' in outcome;
}

/** The answer that is stored under the form's key: the request, and the card kinds in the order of the steps. */
export interface PurchasePlan {
  gameId: number;
  maximum: number;
  kindIds: string[];
}

/**
 * The report of a purchase of missing cards by the form's key; null if the key is unknown or expired.
 * @throws AppError `login-required`
 */
export async function getPurchase(ctx: Ctx, key: string): Promise<Purchase | null> {
  const { id: userId } = requireActor(ctx);
  const plan = await readPlan(ctx, key, isPlan);
  return plan && reportPurchase(ctx, userId, key, plan);
}

function isPlan(answer: unknown): answer is PurchasePlan {
  return typeof answer === 'object' && answer !== null && 'kindIds' in answer;
}

/** The outcome that is stored under a step's key; null while the step is not decided. */
export async function readOutcome(ctx: Ctx, userId: string, key: string): Promise<StepOutcome> {
  return (await readOutcomes(ctx, userId, [key])).get(key) ?? null;
}

async function readOutcomes(
  ctx: Ctx,
  userId: string,
  keys: string[],
): Promise<Map<string, StepOutcome>> {
  const stored = await readAnswers(ctx, userId, keys);
  const answers = [...stored].map(([key, answer]) => ({ key, ...(answer as StepAnswer) }));
  const itemIds = answers.flatMap((answer) => ('itemId' in answer ? answer.itemId : []));
  const sales =
    itemIds.length === 0
      ? []
      : await ctx.db
          .select({ itemId: marketSales.itemId, price: marketSales.price })
          .from(marketSales)
          .where(inArray(marketSales.itemId, itemIds));
  return new Map<string, StepOutcome>(
    answers.map((answer) => {
      if ('skipped' in answer) return [answer.key, answer.skipped];
      return [answer.key, sales.find(({ itemId }) => itemId === answer.itemId) ?? null];
    }),
  );
}

/** The answer under a step's key: that of `buyListing`, or the reason for skipping. */
type StepAnswer = { itemId: string } | { skipped: SkipReason };

/** The report of a plan: the outcome of each step, and the money spent. */
export async function reportPurchase(
  ctx: Ctx,
  userId: string,
  key: string,
  plan: PurchasePlan,
): Promise<Purchase> {
  const { gameId, maximum, kindIds } = plan;
  const steps = await readSteps(
    ctx,
    key,
    kindIds.map((kindId) => ({ kindId })),
  );
  const keys = steps.map(({ stepKey }) => stepKey);
  const outcomes = await readOutcomes(ctx, userId, keys);
  const cards = steps.map(({ stepKey, ...card }) => ({
    ...card,
    outcome: outcomes.get(stepKey) ?? null,
  }));
  const spent = cards.reduce(
    (sum, { outcome }) => sum + (isBought(outcome) ? outcome.price : 0),
    0,
  );
  return { gameId, maximum, cards, spent };
}
