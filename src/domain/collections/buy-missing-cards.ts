import { and, asc, eq, ne, notInArray, sql } from 'drizzle-orm';
import type { Connected } from '#database/prepared-query.ts';
import { idempotencyKeys, marketItems } from '#database/schema.ts';
import type { Transaction } from '#database/transaction.ts';
import { type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import { isSuspendedByNow } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { requestHash, runOnce } from '../lib/idempotency.ts';
import { buyListing, type PartOf } from '../market/buy-listing.ts';
import { isMissing, readCollection } from './get-collection.ts';
import {
  isBought,
  type Outcome,
  outcomeOf,
  type Plan,
  type Purchase,
  reportPurchase,
  type Skipped,
  turnKey,
} from './missing-cards-report.ts';

/** So many listings of one card are tried before others count as faster. */
const triesMax = 20;

/**
 * Buys what the actor's set of a game lacks, the cheapest listings first, each card in a transaction of
 * its own, for `maximum` cents in all at most; answers what was bought and what was not and why.
 *
 * The form's key keeps the order of the turns. Each turn has a key made of it, which either the purchase
 * or the decision to go without writes, whichever is first, and only once: a turn begins when all
 * before it are decided, so that whoever runs it, first or again, together or after a crash, knows the
 * same money left. Thus a repeated form buys nothing twice and never more than `maximum`.
 * Who is suspended meanwhile buys no more of them.
 * @throws Refusal `login-required`, `guest-not-allowed`, `key-reused`.
 */
export async function buyMissingCards(
  ctx: Ctx,
  { gameId, maximum, key }: { gameId: number; maximum: number; key: string },
): Promise<Purchase> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'buy-missing-cards', input: { gameId, maximum } };
  const set = await readCollection(ctx.db, { userId, gameId });
  const kindIds = set
    .filter(isMissing)
    .toSorted((a, b) => (a.cheapest ?? Infinity) - (b.cheapest ?? Infinity))
    .map(({ kindId }) => kindId);
  // Whoever comes first says whose turn it is when; who comes again hears that.
  const plan = await runOnce<Plan>(ctx, { userId, key, request }, async () => ({
    gameId,
    maximum,
    kindIds,
  }));
  let left = maximum;
  for (const kindId of plan.kindIds) {
    const outcome = await takeTurn(ctx, {
      userId,
      gameId,
      kindId,
      key: turnKey(key, kindId),
      left,
    });
    if (isBought(outcome)) left -= outcome.price;
  }
  return reportPurchase(ctx, userId, key, plan);
}

interface Turn {
  userId: string;
  gameId: number;
  kindId: string;
  key: string;
  /** Cents. */
  left: number;
}

async function takeTurn(ctx: Ctx, turn: Turn): Promise<NonNullable<Outcome>> {
  const known = await outcomeOf(ctx, turn.userId, turn.key);
  if (known) return known;
  await decide(ctx, turn, await tryToBuy(ctx, turn));
  const outcome = await outcomeOf(ctx, turn.userId, turn.key);
  if (!outcome) throw new Error('A turn of a purchase ended undecided.');
  return outcome;
}

/** Buys the cheapest listing that can be had; null when the turn is decided by that. */
async function tryToBuy(ctx: Ctx, turn: Turn): Promise<Skipped | null> {
  const { userId, gameId, kindId, key, left } = turn;
  if (await isSuspendedByNow(ctx, userId)) {
    return { reason: 'refused', code: 'account-suspended' };
  }
  const partOf: PartOf = {
    operation: 'buy-missing-cards',
    first: (tx) => requireMissingStill(tx, turn),
  };
  const passed: string[] = [];
  let refused: AppErrorCode | null = null;
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (!(await lacks(ctx.db, turn))) return { reason: 'yours-by-now' };
    const [item] = await ctx.db
      .select({ id: marketItems.id, price: marketItems.price })
      .from(marketItems)
      .where(
        and(
          eq(marketItems.gameId, gameId),
          eq(marketItems.kindId, kindId),
          ne(marketItems.sellerId, userId),
          passed.length > 0 ? notInArray(marketItems.id, passed) : undefined,
        ),
      )
      .orderBy(asc(marketItems.price), asc(marketItems.id))
      .limit(1);
    if (!item) return refused ? { reason: 'refused', code: refused } : { reason: 'not-for-sale' };
    // A listing's price never changes: who changes it makes another listing.
    if (item.price > left) return { reason: 'over-maximum', price: item.price, left };
    try {
      await buyListing(ctx, { itemId: item.id, key }, partOf);
      return null;
    } catch (error) {
      if (error instanceof NotMissing) return { reason: 'yours-by-now' };
      if (!isAppError(error)) throw error;
      // Decided by the same form, sent again while this one was on its way.
      if (error.code === 'key-reused') return null;
      if (error.code === 'item-gone') continue;
      const isOfSeller = error.code === 'seller-full' || error.code === 'seller-limit';
      if (!isOfSeller) return { reason: 'refused', code: error.code };
      refused = error.code;
      passed.push(item.id);
    }
  }
  return { reason: 'others-were-faster' };
}

/** The card that a turn is to buy is the buyer's by now. */
class NotMissing extends Error {}

/** Ours among the advisory locks of the database. */
const lockSpace = 0x6d6973;

/**
 * Of all forms of one account that buy the missing cards of a game, those after the first wait here
 * until its card is bought, and look then whether it is still missing.
 * @throws NotMissing.
 */
async function requireMissingStill(tx: Transaction, turn: Turn): Promise<void> {
  const { userId, gameId } = turn;
  await tx.execute(
    sql`select pg_advisory_xact_lock(${lockSpace}::integer, hashtext(${`${userId} ${gameId}`}))`,
  );
  if (!(await lacks(tx, turn))) throw new NotMissing();
}

async function lacks(db: Connected, { userId, gameId, kindId }: Turn): Promise<boolean> {
  const set = await readCollection(db, { userId, gameId });
  return !set.some((card) => card.kindId === kindId && !isMissing(card));
}

/** Writes that the turn goes without, unless it was decided otherwise meanwhile. */
async function decide(ctx: Ctx, turn: Turn, skipped: Skipped | null): Promise<void> {
  if (!skipped) return;
  const { userId, kindId, key } = turn;
  await ctx.db
    .insert(idempotencyKeys)
    .values({
      userId,
      key,
      requestHash: requestHash({ useCase: 'go-without-card', input: { kindId } }),
      answer: { skipped },
      createdAt: ctx.clock.now(),
    })
    .onConflictDoNothing();
}
