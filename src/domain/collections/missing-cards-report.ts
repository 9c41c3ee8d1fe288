import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { cardKinds, idempotencyKeys, marketSales } from '#database/schema.ts';
import type { AppErrorCode } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';

/** Why a card was not bought: `refused` by a rule of the market, see its code. */
export type Skipped =
  | { reason: 'not-for-sale' | 'yours-by-now' | 'others-were-faster' }
  /** Cents: what the cheapest cost, and what was left of the highest total. */
  | { reason: 'over-maximum'; price: number; left: number }
  | { reason: 'refused'; code: AppErrorCode };

/** Cents. */
interface Bought {
  itemId: string;
  price: number;
}

/** What became of one missing card; null while it has not come to its turn. */
export type Outcome = Bought | Skipped | null;

export interface Purchase {
  gameId: number;
  /** Cents. */
  maximum: number;
  /** Missing cards in the order of their turns. */
  cards: { kindId: string; name: string; outcome: Outcome }[];
  /** Cents in all. */
  spent: number;
}

/** Whether a turn ended with a purchase. */
export function isBought(outcome: Outcome): outcome is Bought {
  return outcome !== null && 'itemId' in outcome;
}

/** What the form's own key keeps: what was asked for, and whose turn it is when. */
export interface Plan {
  gameId: number;
  maximum: number;
  kindIds: string[];
}

/** What a form of the actor bought, by its key; null for none that is remembered. */
export async function getPurchase(ctx: Ctx, key: string): Promise<Purchase | null> {
  const { id: userId } = requireActor(ctx);
  const [row] = await ctx.db
    .select({ plan: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
  // The keys of other forms are there as well.
  return isPlan(row?.plan) ? reportPurchase(ctx, userId, key, row.plan) : null;
}

function isPlan(answer: unknown): answer is Plan {
  return typeof answer === 'object' && answer !== null && 'kindIds' in answer;
}

/** A UUID (version 8) of the form's key and the card. */
export function turnKey(key: string, kindId: string): string {
  const hash = createHash('sha256').update(`${key.toLowerCase()}/${kindId}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** What a turn's key has decided. */
export async function outcomeOf(ctx: Ctx, userId: string, key: string): Promise<Outcome> {
  return (await outcomesOf(ctx, userId, [key])).get(key) ?? null;
}

async function outcomesOf(
  { db }: Ctx,
  userId: string,
  keys: string[],
): Promise<Map<string, Outcome>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ key: idempotencyKeys.key, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), inArray(idempotencyKeys.key, keys)));
  const answers = rows.map(({ key, answer }) => ({ key, ...(answer as Answer) }));
  const itemIds = answers.flatMap((answer) => ('itemId' in answer ? answer.itemId : []));
  const sales =
    itemIds.length === 0
      ? []
      : await db
          .select({ itemId: marketSales.itemId, price: marketSales.price })
          .from(marketSales)
          .where(inArray(marketSales.itemId, itemIds));
  return new Map<string, Outcome>(
    answers.map((answer) => {
      if ('skipped' in answer) return [answer.key, answer.skipped];
      return [answer.key, sales.find(({ itemId }) => itemId === answer.itemId) ?? null];
    }),
  );
}

/** What a turn's key keeps: the answer of `buyMarketItem`, or ours. */
type Answer = { itemId: string } | { skipped: Skipped };

/** What became of each card of a plan; cents. */
export async function reportPurchase(
  ctx: Ctx,
  userId: string,
  key: string,
  plan: Plan,
): Promise<Purchase> {
  const { gameId, maximum, kindIds } = plan;
  const [outcomes, kinds] = await Promise.all([
    outcomesOf(
      ctx,
      userId,
      kindIds.map((kindId) => turnKey(key, kindId)),
    ),
    kindIds.length === 0
      ? []
      : ctx.db
          .select({ id: cardKinds.id, name: cardKinds.name })
          .from(cardKinds)
          .where(inArray(cardKinds.id, kindIds)),
  ]);
  const bought = kindIds.map((kindId) => ({
    kindId,
    name: kinds.find(({ id }) => id === kindId)?.name ?? kindId,
    outcome: outcomes.get(turnKey(key, kindId)) ?? null,
  }));
  const spent = bought.reduce(
    (sum, { outcome }) => sum + (isBought(outcome) ? outcome.price : 0),
    0,
  );
  return { gameId, maximum, cards: bought, spent };
}
