import { and, asc, count, eq, gte, inArray } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { cards, marketItems } from '#db/schema.ts';
import { market } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { once } from '../money/once.ts';
import { holdSeller } from './may-sell.ts';

/** Copies of one card to be put up for sale; a card is of a kind, and of the game it was won in. */
export interface Offer {
  gameId: number;
  kindId: string;
  /** Cents. */
  price: number;
  copies: number;
}

/**
 * Puts copies of the actor's cards up for sale, all of them or none; they go into escrow. Answers the
 * new listings.
 * @throws Refusal `login-required`, `guest-not-allowed`, `unconfirmed-email`, `card-not-held`,
 * `card-resting`, `listing-limit`, `key-reused`.
 */
export async function sellCards(
  ctx: Ctx,
  { offers, key }: { offers: readonly Offer[]; key: string },
): Promise<{ itemIds: string[] }> {
  const { id: userId } = requirePlayer(ctx);
  const request = { useCase: 'sell-cards', input: { offers } };
  const sold = await once(ctx, { userId, key, request }, async (tx) => {
    const heldSince = await holdSeller(ctx, tx, userId);
    const open = await openItems(tx, userId);
    const asked = offers.reduce((sum, { copies }) => sum + copies, 0);
    if (open + asked > market.openMax) throw new Refusal('listing-limit');
    const itemIds: string[] = [];
    for (const offer of offers) itemIds.push(...(await list(ctx, tx, userId, offer, heldSince)));
    return { itemIds };
  });
  ctx.events.publish({ type: 'market-changed' });
  return sold;
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
  { gameId, kindId, price, copies }: Offer,
  heldSince: Date | null,
): Promise<string[]> {
  const held = and(
    eq(cards.ownerId, userId),
    eq(cards.gameId, gameId),
    eq(cards.kindId, kindId),
    eq(cards.state, 'held'),
  );
  const free = tx
    .select({ id: cards.id })
    .from(cards)
    .where(heldSince ? and(held, gte(cards.createdAt, heldSince)) : held)
    .orderBy(asc(cards.id))
    .limit(copies)
    .for('update');
  // The state is asked again where it changes: of two that want one card, the later finds it listed.
  const escrow = await tx
    .update(cards)
    .set({ state: 'listed' })
    .where(and(inArray(cards.id, free), eq(cards.state, 'held')))
    .returning({ cardId: cards.id });
  if (escrow.length < copies) throw await whyNotListed(tx, held, copies);
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

async function whyNotListed(
  tx: Queryable,
  held: ReturnType<typeof and>,
  copies: number,
): Promise<Refusal> {
  const [row] = await tx.select({ copies: count() }).from(cards).where(held);
  return new Refusal((row?.copies ?? 0) >= copies ? 'card-resting' : 'card-not-held');
}
