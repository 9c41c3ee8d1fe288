import { and, eq, exists, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { tradeOfferCards, tradeOffers } from '#database/schema.ts';
import { closeTradeOffers } from '#database/sql/close-trade-offers.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isBeyondLimits } from '../age-limits/age-limit-sql.ts';
import type { Ctx } from '../context.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { addNotification } from '../notifications/add-notification.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requireOwnOffer } from './require-own-offer.ts';

/**
 * Declines an offer to the actor.
 * @throws AppError `login-required`, `guest-not-allowed`, `offer-not-found`, `offer-closed`, `key-reused`
 */
export async function declineOffer(
  ctx: Ctx,
  { offerId, key }: { offerId: string; key: string },
): Promise<{ offerId: string }> {
  const { senderId, recipientId } = await requireOwnOffer(ctx, offerId, 'recipient');
  const request = { useCase: 'decline-trade-offer', input: { offerId } };
  const answer = await runIdempotent(ctx, { userId: recipientId, key, request }, async (tx) => {
    const which = and(eq(tradeOffers.id, offerId), eq(tradeOffers.recipientId, recipientId));
    const closed = await closeTradeOffers(tx, { which, state: 'declined', at: ctx.clock.now() });
    if (closed.length === 0) throw new AppError('offer-closed');
    await addNotification(ctx, tx, {
      userId: senderId,
      kind: 'trade-declined',
      actorId: recipientId,
      thing: offerId,
    });
    return { offerId };
  });
  ctx.events.publish({ type: 'trades-changed', userIds: [senderId, recipientId] });
  ctx.notifier.deliverSoon();
  return answer;
}

/**
 * Withdraws an offer of the actor.
 * @throws AppError `login-required`, `guest-not-allowed`, `offer-not-found`, `offer-closed`, `key-reused`
 */
export async function withdrawOffer(
  ctx: Ctx,
  { offerId, key }: { offerId: string; key: string },
): Promise<{ offerId: string }> {
  const { id: userId } = requirePlayer(ctx);
  const { senderId, recipientId } = await requireOwnOffer(ctx, offerId, 'sender');
  const request = { useCase: 'withdraw-trade-offer', input: { offerId } };
  const answer = await runIdempotent(ctx, { userId, key, request }, async (tx) => {
    const which = and(eq(tradeOffers.id, offerId), eq(tradeOffers.senderId, userId));
    const closed = await closeTradeOffers(tx, { which, state: 'withdrawn', at: ctx.clock.now() });
    if (closed.length === 0) throw new AppError('offer-closed');
    return { offerId };
  });
  ctx.events.publish({ type: 'trades-changed', userIds: [senderId, recipientId] });
  return answer;
}

/** How many offers one statement ends. */
const batchSize = 500;

/** Closes the offers whose time has passed. Returns how many. Offers cannot be accepted after their time anyway. */
export function expireOffers(ctx: Pick<Ctx, 'db' | 'clock' | 'events'>): Promise<number> {
  return closeAll(ctx, { which: lte(tradeOffers.endsAt, ctx.clock.now()), state: 'expired' });
}

/** Ends the offers with a card of a game that one of the two may no longer see. Returns how many. */
export function endOffersBeyondLimits(ctx: Pick<Ctx, 'db' | 'clock' | 'events'>): Promise<number> {
  const offered = (userId: SQLWrapper) =>
    exists(
      ctx.db
        .select({ id: tradeOfferCards.offerId })
        .from(tradeOfferCards)
        .where(
          and(
            eq(tradeOfferCards.offerId, tradeOffers.id),
            isBeyondLimits({ userId: sql`${userId}`, gameId: sql`${tradeOfferCards.gameId}` }),
          ),
        ),
    );
  const which = or(offered(tradeOffers.senderId), offered(tradeOffers.recipientId));
  return closeAll(ctx, { which, state: 'ended' });
}

async function closeAll(
  { db, clock, events }: Pick<Ctx, 'db' | 'clock' | 'events'>,
  closing: { which: SQL | undefined; state: 'expired' | 'ended' },
): Promise<number> {
  let all = 0;
  for (;;) {
    const at = clock.now();
    const closed = await db.transaction((tx) =>
      closeTradeOffers(tx, { ...closing, at, limit: batchSize }),
    );
    all += closed.length;
    const userIds = [...new Set(closed.flatMap((offer) => [offer.senderId, offer.recipientId]))];
    if (userIds.length > 0) events.publish({ type: 'trades-changed', userIds });
    if (closed.length < batchSize) return all;
  }
}
