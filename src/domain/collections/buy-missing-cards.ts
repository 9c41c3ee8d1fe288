import { and, asc, eq, ne, notInArray, sql } from 'drizzle-orm';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import type { StatementTarget } from '#database/prepared-query.ts';
import { marketListings } from '#database/schema.ts';
import { type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import { isCurrentlySuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { deriveKeyOfPart } from '../lib/idempotency-key-of-part.ts';
import { buyListing, type EnclosingOperation } from '../market/buy-listing.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requirePartForForm } from '../site/site-parts.ts';
import { recordSkip } from './missing-card-steps.ts';
import {
  isBought,
  type Purchase,
  type PurchasePlan,
  readOutcome,
  reportPurchase,
  type SkipReason,
  type StepOutcome,
} from './missing-cards-report.ts';
import { isMissing, readCollection } from './read-collection.ts';

/** After so many failed listings of one card the card is skipped as `others-were-faster`. */
const triesMax = 20;

/**
 * Buys the missing cards of the actor's set of a game, the cheapest listings first, for at most `maximum`
 * cents in all. Each card is bought in a transaction of its own. Returns which cards were bought, and why
 * others were not.
 *
 * The plan, stored under the form's key, has one step per card. Each step has a key derived from the form's
 * key. Either the purchase or the decision to skip the card is stored under it, exactly once. A step begins
 * when all earlier ones are decided. So every run of the form (repeated, simultaneous, after a crash)
 * computes the same remaining money, buys nothing twice and spends at most `maximum`. A suspension during
 * the purchase ends it.
 * @throws AppError `login-required`, `guest-not-allowed`, `part-off`, `key-reused`
 */
export async function buyMissingCards(
  ctx: Ctx,
  { gameId, maximum, key }: { gameId: number; maximum: number; key: string },
): Promise<Purchase> {
  const { id: userId } = requirePlayer(ctx);
  await requirePartForForm(ctx, 'market', { userId, key });
  const request = { useCase: 'buy-missing-cards', input: { gameId, maximum } };
  const set = await readCollection(ctx.db, { userId, gameId });
  const kindIds = set
    .filter(isMissing)
    .toSorted((a, b) => (a.cheapest ?? Infinity) - (b.cheapest ?? Infinity))
    .map(({ kindId }) => kindId);
  // The first request with this key stores the plan; repeated requests get the stored one.
  const plan = await runIdempotent<PurchasePlan>(ctx, { userId, key, request }, async () => ({
    gameId,
    maximum,
    kindIds,
  }));
  let left = maximum;
  for (const kindId of plan.kindIds) {
    const outcome = await runStep(ctx, {
      userId,
      gameId,
      kindId,
      key: deriveKeyOfPart(key, kindId),
      left,
    });
    if (isBought(outcome)) left -= outcome.price;
  }
  return reportPurchase(ctx, userId, key, plan);
}

/** One card of the plan. */
interface Step {
  userId: string;
  gameId: number;
  kindId: string;
  key: string;
  /** The money that is left, in cents. */
  left: number;
}

async function runStep(ctx: Ctx, step: Step): Promise<NonNullable<StepOutcome>> {
  const decided = await readOutcome(ctx, step.userId, step.key);
  if (decided) return decided;
  const skipped = await tryToBuy(ctx, step);
  if (skipped) await recordSkip(ctx, step, 'go-without-card', skipped);
  const outcome = await readOutcome(ctx, step.userId, step.key);
  if (!outcome) throw new Error('A step of the purchase ended without an outcome.');
  return outcome;
}

/** Buys the cheapest possible listing. Returns null if the step is then decided, else why it was skipped. */
async function tryToBuy(ctx: Ctx, step: Step): Promise<SkipReason | null> {
  const { userId, gameId, kindId, key, left } = step;
  if (await isCurrentlySuspended(ctx, userId)) {
    return { reason: 'refused', code: 'account-suspended' };
  }
  const enclosing: EnclosingOperation = {
    operation: 'buy-missing-cards',
    beforePurchase: (tx) => requireStillMissing(tx, step),
  };
  const skippedItemIds: string[] = [];
  let sellerError: AppErrorCode | null = null;
  for (let tries = 0; tries < triesMax; tries += 1) {
    const unneeded = await findUnneeded(ctx.db, step);
    if (unneeded) return unneeded;
    const [item] = await ctx.db
      .select({ id: marketListings.id, price: marketListings.price })
      .from(marketListings)
      .where(
        and(
          eq(marketListings.gameId, gameId),
          eq(marketListings.kindId, kindId),
          ne(marketListings.sellerId, userId),
          skippedItemIds.length > 0 ? notInArray(marketListings.id, skippedItemIds) : undefined,
        ),
      )
      .orderBy(asc(marketListings.price), asc(marketListings.id))
      .limit(1);
    if (!item)
      return sellerError ? { reason: 'refused', code: sellerError } : { reason: 'not-for-sale' };
    // The price of a listing id never changes: a new price makes a new listing.
    if (item.price > left) return { reason: 'over-maximum', price: item.price, left };
    try {
      await buyListing(ctx, { itemId: item.id, key }, enclosing);
      return null;
    } catch (error) {
      if (error instanceof NotNeeded) return error.reason;
      if (!isAppError(error)) throw error;
      // A simultaneous request with the same form has decided this step.
      if (error.code === 'key-reused') return null;
      if (error.code === 'item-gone') continue;
      const isOfSeller = ['seller-full', 'seller-limit', 'pair-limit', 'newcomer-limit'].includes(
        error.code,
      );
      if (!isOfSeller) return { reason: 'refused', code: error.code };
      sellerError = error.code;
      skippedItemIds.push(item.id);
    }
  }
  return { reason: 'others-were-faster' };
}

/** The buyer already has the card of a step, or it is no card of the set any more. */
class NotNeeded extends Error {
  readonly reason: SkipReason;

  constructor(reason: SkipReason) {
    super(reason.reason);
    this.reason = reason;
  }
}

/** The class of this module's advisory locks. */
const lockClass = 0x6d6973;

/**
 * Serializes the forms of one account that buy missing cards of one game, then checks that the card is still
 * missing.
 * @throws NotNeeded
 */
async function requireStillMissing(tx: Transaction, step: Step): Promise<void> {
  const { userId, gameId } = step;
  await tx.execute(
    sql`select pg_advisory_xact_lock(${lockClass}::integer, hashtext(${`${userId} ${gameId}`}))`,
  );
  const unneeded = await findUnneeded(tx, step);
  if (unneeded) throw new NotNeeded(unneeded);
}

async function findUnneeded(
  db: StatementTarget,
  { userId, gameId, kindId }: Step,
): Promise<SkipReason | null> {
  const set = await readCollection(db, { userId, gameId });
  const card = set.find((one) => one.kindId === kindId);
  if (card && !isMissing(card)) return { reason: 'yours-by-now' };
  return card?.isCurrent ? null : { reason: 'refused', code: 'card-left-set' };
}
