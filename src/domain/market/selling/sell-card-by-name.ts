import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import type { SoldListing } from '../orders/sell-into-orders.ts';
import { findHeldCardByName } from './find-held-card-by-name.ts';
import { sellCards } from './sell-cards.ts';

interface Input {
  /** Names, case-insensitive. */
  game: string;
  card: string;
  /** Cents. */
  price: number;
  key: string;
}

/**
 * Puts one copy of a card up for sale, found by the names of game and card. If the actor holds such cards of
 * several games with this name, owned games come first, then the most rated. Returns the new listing.
 * @throws AppError `card-not-held`, and as `sellCards`
 */
export async function sellCardByName(
  ctx: Ctx,
  { game, card, price, key }: Input,
): Promise<{ itemId: string; sold: SoldListing | null }> {
  const { id: userId } = requirePlayer(ctx);
  const heldCard = await findHeldCardByName(ctx.db, { ownerId: userId, game, card });
  if (!heldCard) throw new AppError('card-not-held');
  const { itemIds, sold } = await sellCards(ctx, {
    offers: [{ ...heldCard, price, copies: 1 }],
    key,
  });
  const [itemId] = itemIds;
  if (!itemId) throw new Error('The new listing was not stored.');
  return { itemId, sold: sold[0] ?? null };
}
