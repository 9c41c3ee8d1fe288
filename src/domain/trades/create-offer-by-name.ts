import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { findHeldCardByName } from '../market/selling/find-held-card-by-name.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { writeOffer } from './create-offer.ts';
import { normalizeSides, type OfferedCard, requireFewCards } from './offered-cards.ts';
import { requireOwnOffer } from './require-own-offer.ts';

/** Copies of a card by names, case-insensitive. */
export interface NamedCard {
  game: string;
  card: string;
  copies: number;
}

interface NamedOffer {
  give: readonly NamedCard[];
  want: readonly NamedCard[];
  message: string;
  key: string;
}

/**
 * As `createOffer`, with names of games and cards.
 * @throws AppError as `createOffer`; `offer-cards-gone` also for a name that fits no held card
 */
export async function createOfferByName(
  ctx: Ctx,
  { username, ...offer }: NamedOffer & { username: string },
): Promise<{ offerId: string }> {
  return writeNamedOffer(ctx, username, offer, null);
}

/** As `counterOffer`, with names of games and cards. @throws AppError as `counterOffer` */
export async function counterOfferByName(
  ctx: Ctx,
  { offerId, ...offer }: NamedOffer & { offerId: string },
): Promise<{ offerId: string }> {
  const { sender } = await requireOwnOffer(ctx, offerId, 'recipient');
  return writeNamedOffer(ctx, sender, offer, offerId);
}

function writeNamedOffer(
  ctx: Ctx,
  username: string,
  { give, want, message, key }: NamedOffer,
  counterOf: string | null,
): Promise<{ offerId: string }> {
  const actor = requirePlayer(ctx);
  requireFewCards(give);
  requireFewCards(want);
  return writeOffer(ctx, {
    username,
    message,
    key,
    counterOf,
    asksForCards: want.length > 0,
    findSides: async (friend) =>
      normalizeSides({
        give: await findCards(ctx, actor, give),
        want: await findCards(ctx, friend, want),
      }),
  });
}

async function findCards(
  ctx: Ctx,
  { id, username }: { id: string; username: string },
  names: readonly NamedCard[],
): Promise<OfferedCard[]> {
  const found: OfferedCard[] = [];
  for (const { copies, ...name } of names) {
    const card = await findHeldCardByName(ctx.db, { ownerId: id, ...name });
    if (!card) {
      const text = `${username} does not have: ${name.card} (${name.game}).`;
      throw new AppError('offer-cards-gone', { text });
    }
    found.push({ ...card, copies });
  }
  return found;
}
