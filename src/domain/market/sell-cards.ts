import { and, asc, count, eq, inArray, not, type SQL } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { cards, marketListings } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { lockBooks, queueForBooks } from './orders/book-lock.ts';
import { finishSales } from './orders/finish-sales.ts';
import { prepareSale, type SoldListing } from './orders/sell-into-orders.ts';
import { isRestingCard, lockSeller } from './seller-rules.ts';

/** Copies of one card to put up for sale. A card is identified by card kind and game. */
export interface SellOffer {
  gameId: number;
  kindId: string;
  /** Cents. */
  price: number;
  copies: number;
}

/**
 * Puts copies of the actor's cards up for sale, all of them or none; they go into escrow. At least `keep`
 * copies of each card must stay in the inventory. A listing at or below the best order of another player
 * sells at once, at the price of that order. Returns all new listings, and those that have sold.
 * @throws AppError `login-required`, `guest-not-allowed`, `unconfirmed-email`, `account-suspended`,
 * `card-not-held`, `card-resting`, `listing-limit`, `own-order-crosses`, `key-reused`
 */
export async function sellCards(
  ctx: Ctx,
  { offers, keep = 0, key }: { offers: readonly SellOffer[]; keep?: number; key: string },
): Promise<{ itemIds: string[]; sold: SoldListing[] }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'sell-cards', input: { offers, keep } };
  const work = async (tx: Transaction) => {
    const sellListings = await prepareSale(ctx, tx, userId, offers);
    const restSince = await lockSeller(ctx, tx, userId);
    const open = await countOpenListings(tx, userId);
    const offered = offers.reduce((sum, { copies }) => sum + copies, 0);
    if (open + offered > marketConstants.openMax) throw new AppError('listing-limit');
    const listings: (SellOffer & { itemId: string })[] = [];
    for (const offer of offers) {
      const itemIds = await listCopies(ctx, tx, userId, offer, restSince);
      listings.push(...itemIds.map((itemId) => ({ ...offer, itemId })));
    }
    // Nobody else takes cards of this account meanwhile: sales, crafts and trades wait for its lock.
    for (const offer of keep > 0 ? offers : []) {
      if ((await countCopies(tx, isHeldCopy(userId, offer))) < keep) {
        throw new AppError('card-not-held', {
          text: 'Your cards have changed. Check the list again.',
        });
      }
    }
    return { itemIds: listings.map(({ itemId }) => itemId), ...(await sellListings(listings)) };
  };
  const answer = await queueForBooks(ctx, offers, () =>
    runIdempotent(ctx, { userId, key, request }, work, (tx) => lockBooks(tx, offers)),
  );
  return { itemIds: answer.itemIds, sold: await finishSales(ctx, answer, offers) };
}

/** The number of open listings of an account. */
export async function countOpenListings(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(marketListings)
    .where(eq(marketListings.sellerId, userId));
  return row?.open ?? 0;
}

async function listCopies(
  ctx: Ctx,
  tx: Queryable,
  userId: string,
  offer: SellOffer,
  restSince: Date | null,
): Promise<string[]> {
  const { gameId, kindId, price, copies } = offer;
  const held = isHeldCopy(userId, offer);
  // As a CTE the choice is made once. As a subquery the planner may repeat it, and it then skips cards that
  // this statement has already listed and chooses others.
  const free = tx.$with('free').as(
    tx
      .select({ id: cards.id })
      .from(cards)
      .where(restSince ? and(held, not(isRestingCard(userId, restSince))) : held)
      .orderBy(asc(cards.id))
      .limit(copies)
      .for('update'),
  );
  // The update checks the state again: of two sales of one card the later one finds it listed.
  const escrow = await tx
    .with(free)
    .update(cards)
    .set({ state: 'listed' })
    .where(and(inArray(cards.id, tx.select({ id: free.id }).from(free)), eq(cards.state, 'held')))
    .returning({ cardId: cards.id });
  if (escrow.length < copies) {
    // The cards that this statement listed are no longer held, so only resting ones are counted.
    const resting = restSince
      ? await countCopies(tx, and(held, isRestingCard(userId, restSince)))
      : 0;
    const enough = escrow.length + resting >= copies;
    throw new AppError(enough ? 'card-resting' : 'card-not-held');
  }
  const items = await tx
    .insert(marketListings)
    .values(
      escrow.map(({ cardId }) => ({
        cardId,
        sellerId: userId,
        kindId,
        gameId,
        price,
        listedAt: ctx.clock.now(),
      })),
    )
    .returning({ id: marketListings.id });
  return items.map(({ id }) => id);
}

function isHeldCopy(userId: string, { gameId, kindId }: Pick<SellOffer, 'gameId' | 'kindId'>) {
  return and(
    eq(cards.ownerId, userId),
    eq(cards.gameId, gameId),
    eq(cards.kindId, kindId),
    eq(cards.state, 'held'),
  );
}

async function countCopies(tx: Queryable, which: SQL | undefined): Promise<number> {
  const [row] = await tx.select({ copies: count() }).from(cards).where(which);
  return row?.copies ?? 0;
}
