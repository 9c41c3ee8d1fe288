import { and, asc, eq, exists, inArray, or, type SQL } from 'drizzle-orm';
import type { TradeOfferState } from '#shared/constants/trades.ts';
import type { Queryable } from '../client.ts';
import { tradeOfferCards, tradeOffers } from '../schema.ts';

/** An offer that was closed, with its two people. */
export interface ClosedOffer {
  id: string;
  senderId: string;
  recipientId: string;
}

/**
 * Closes the open offers that `which` selects. The only code that changes the state of an offer: `open` is
 * the only state that an offer can leave. Rows are locked in the order of their ids. Returns what it closed:
 * an offer that another transaction closed first is not in it.
 */
export async function closeTradeOffers(
  tx: Queryable,
  {
    which,
    at,
    limit = 100_000,
    ...closed
  }: {
    which: SQL | undefined;
    at: Date;
    limit?: number;
  } & (
    | { state: Exclude<TradeOfferState, 'open' | 'accepted'> }
    | { state: 'accepted'; givenValue: number; receivedValue: number }
  ),
): Promise<ClosedOffer[]> {
  const found = tx.$with('found').as(
    tx
      .select({ id: tradeOffers.id })
      .from(tradeOffers)
      .where(and(eq(tradeOffers.state, 'open'), which))
      .orderBy(asc(tradeOffers.id))
      .limit(limit)
      .for('update'),
  );
  return tx
    .with(found)
    .update(tradeOffers)
    .set({ ...closed, closedAt: at })
    .where(inArray(tradeOffers.id, tx.select({ id: found.id }).from(found)))
    .returning({
      id: tradeOffers.id,
      senderId: tradeOffers.senderId,
      recipientId: tradeOffers.recipientId,
    });
}

/**
 * Ends all open offers of an account, or those between it and `otherId`: call it in the transaction of a
 * suspension, a deletion, a block or the end of a friendship. Returns the people of the ended offers.
 */
export async function endTradeOffersOf(
  tx: Queryable,
  { userId, otherId, at }: { userId: string; otherId?: string; at: Date },
): Promise<string[]> {
  const { senderId, recipientId } = tradeOffers;
  const ended = await closeTradeOffers(tx, {
    which: or(
      and(eq(senderId, userId), otherId ? eq(recipientId, otherId) : undefined),
      and(eq(recipientId, userId), otherId ? eq(senderId, otherId) : undefined),
    ),
    state: 'ended',
    at,
  });
  return [...new Set(ended.flatMap((offer) => [offer.senderId, offer.recipientId]))];
}

/**
 * Ends all open offers with cards of a game: call it in the transaction that hides the game. Returns the ended
 * offers.
 */
export async function endTradeOffersOfGame(
  tx: Queryable,
  { gameId, at }: { gameId: number; at: Date },
): Promise<ClosedOffer[]> {
  const ofGame = tx
    .select({ id: tradeOfferCards.offerId })
    .from(tradeOfferCards)
    .where(and(eq(tradeOfferCards.offerId, tradeOffers.id), eq(tradeOfferCards.gameId, gameId)));
  return closeTradeOffers(tx, { which: exists(ofGame), state: 'ended', at });
}
