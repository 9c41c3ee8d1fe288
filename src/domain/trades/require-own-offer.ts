import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { tradeOffers, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { requirePlayer } from '../permissions/require-actor.ts';

/** The people of an offer. */
export interface OfferPeople {
  senderId: string;
  recipientId: string;
  /** The username of the sender. */
  sender: string;
}

const senders = alias(users, 'sender');

/**
 * The people of an offer, if the actor is its sender or recipient as `role` says.
 * @throws AppError `login-required`, `guest-not-allowed`, `offer-not-found`
 */
export async function requireOwnOffer(
  ctx: Ctx,
  offerId: string,
  role: 'sender' | 'recipient',
): Promise<OfferPeople> {
  const actor = requirePlayer(ctx);
  const [offer] = await ctx.db
    .select({
      senderId: tradeOffers.senderId,
      recipientId: tradeOffers.recipientId,
      sender: senders.displayUsername,
    })
    .from(tradeOffers)
    .innerJoin(senders, eq(senders.id, tradeOffers.senderId))
    .where(eq(tradeOffers.id, offerId));
  const own = role === 'sender' ? offer?.senderId : offer?.recipientId;
  if (!offer || own !== actor.id) throw new AppError('offer-not-found');
  return offer;
}
