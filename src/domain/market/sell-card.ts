import { and, asc, count, eq, inArray, not, type SQL } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cards, marketItems } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { runOnce } from '../lib/idempotency.ts';
import { isCoolingDown, lockSeller } from './seller-rules.ts';

/** Copies of one card to be put up for sale; a card is of a kind, and of the game it was won in. */
export interface Offer {
  gameId: number;
  kindId: string;
  /** Cents. */
  price: number;
  copies: number;
}

/**
 * Puts copies of the actor's cards up for sale, all of them or none; they go into escrow. At least
 * `keep` copies of each card stay behind. Answers the new listings.
 * @throws Refusal `login-required`, `guest-not-allowed`, `unconfirmed-email`, `card-not-held`,
 * `card-resting`, `listing-limit`, `key-reused`.
 */
export async function sellCards(
  ctx: Ctx,
  { offers, keep = 0, key }: { offers: readonly Offer[]; keep?: number; key: string },
): Promise<{ itemIds: string[] }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'sell-cards', input: { offers, keep } };
  return runOnce(ctx, { userId, key, request }, async (tx) => {
    const restSince = await lockSeller(ctx, tx, userId);
    const open = await openItems(tx, userId);
    const asked = offers.reduce((sum, { copies }) => sum + copies, 0);
    if (open + asked > marketConstants.openMax) throw new AppError('listing-limit');
    const itemIds: string[] = [];
    for (const offer of offers) itemIds.push(...(await list(ctx, tx, userId, offer, restSince)));
    // Cards leave an account by its own sales alone, and those wait for this one.
    for (const offer of keep > 0 ? offers : []) {
      if ((await copiesOf(tx, heldCopies(userId, offer))) < keep) {
        throw new AppError('card-not-held', {
          text: 'Your cards have changed. Check the list again.',
        });
      }
    }
    return { itemIds };
  });
}

/** How many listings an account has open. */
export async function openItems(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(marketItems)
    .where(eq(marketItems.sellerId, userId));
  return row?.open ?? 0;
}

async function list(
  ctx: Ctx,
  tx: Queryable,
  userId: string,
  offer: Offer,
  restSince: Date | null,
): Promise<string[]> {
  const { gameId, kindId, price, copies } = offer;
  const held = heldCopies(userId, offer);
  const free = tx
    .select({ id: cards.id })
    .from(cards)
    .where(restSince ? and(held, not(isCoolingDown(userId, restSince))) : held)
    .orderBy(asc(cards.id))
    .limit(copies)
    .for('update');
  // The state is asked again where it changes: of two that want one card, the later finds it listed.
  const escrow = await tx
    .update(cards)
    .set({ state: 'listed' })
    .where(and(inArray(cards.id, free), eq(cards.state, 'held')))
    .returning({ cardId: cards.id });
  if (escrow.length < copies) {
    // Those that this statement listed are held no more, so that only resting ones are left to count.
    const resting = restSince ? await copiesOf(tx, and(held, isCoolingDown(userId, restSince))) : 0;
    const enough = escrow.length + resting >= copies;
    throw new AppError(enough ? 'card-resting' : 'card-not-held');
  }
  const items = await tx
    .insert(marketItems)
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
    .returning({ id: marketItems.id });
  return items.map(({ id }) => id);
}

function heldCopies(userId: string, { gameId, kindId }: Pick<Offer, 'gameId' | 'kindId'>) {
  return and(
    eq(cards.ownerId, userId),
    eq(cards.gameId, gameId),
    eq(cards.kindId, kindId),
    eq(cards.state, 'held'),
  );
}

async function copiesOf(tx: Queryable, which: SQL | undefined): Promise<number> {
  const [row] = await tx.select({ copies: count() }).from(cards).where(which);
  return row?.copies ?? 0;
}
