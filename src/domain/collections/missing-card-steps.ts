import { and, eq, inArray } from 'drizzle-orm';
import { cardKinds, idempotencyKeys } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { hashRequest } from '../lib/idempotency.ts';
import { deriveKeyOfPart } from '../lib/idempotency-key-of-part.ts';
import { requireActor } from '../permissions/require-actor.ts';

// Forms that buy or order missing cards store a plan under the form's key, and the answer of each card's
// step under a key derived from it.

/**
 * The actor's plan that is stored under a form's key; null if the key is unknown, expired or that of another
 * kind of form.
 * @throws AppError `login-required`
 */
export async function readPlan<Plan>(
  ctx: Ctx,
  key: string,
  isPlan: (answer: unknown) => answer is Plan,
): Promise<Plan | null> {
  const { id: userId } = requireActor(ctx);
  const [plan] = (await readAnswers(ctx, userId, [key])).values();
  return isPlan(plan) ? plan : null;
}

/** The answers that are stored under keys. Keys without an answer are left out. */
export async function readAnswers(
  { db }: Ctx,
  userId: string,
  keys: string[],
): Promise<Map<string, unknown>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ key: idempotencyKeys.key, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), inArray(idempotencyKeys.key, keys)));
  return new Map(rows.map(({ key, answer }) => [key, answer]));
}

/** The cards of a plan, each with its name and the key of its step. */
export async function readSteps<Card extends { kindId: string }>(
  { db }: Ctx,
  key: string,
  cards: readonly Card[],
): Promise<(Card & { name: string; stepKey: string })[]> {
  const kindIds = cards.map(({ kindId }) => kindId);
  const kinds =
    kindIds.length === 0
      ? []
      : await db
          .select({ id: cardKinds.id, name: cardKinds.name })
          .from(cardKinds)
          .where(inArray(cardKinds.id, kindIds));
  const names = new Map(kinds.map(({ id, name }) => [id, name]));
  return cards.map((card) => ({
    ...card,
    name: names.get(card.kindId) ?? card.kindId,
    stepKey: deriveKeyOfPart(key, card.kindId),
  }));
}

/** Stores why a step skips its card, unless the step was decided meanwhile. */
export async function recordSkip(
  ctx: Ctx,
  { userId, kindId, key }: { userId: string; kindId: string; key: string },
  useCase: 'go-without-card' | 'go-without-order',
  skipped: object,
): Promise<void> {
  await ctx.db
    .insert(idempotencyKeys)
    .values({
      userId,
      key,
      requestHash: hashRequest({ useCase, input: { kindId } }),
      answer: { skipped },
      createdAt: ctx.clock.now(),
    })
    .onConflictDoNothing();
}
