import { and, eq, gt } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cardKinds, tradeOfferCards, tradeOffers } from '#database/schema.ts';
import { closeTradeOffers } from '#database/sql/close-trade-offers.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireAllowedGames } from '../age-limits/require-allowed-games.ts';
import type { Ctx } from '../context.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { atLeastEstimate, sumCardValues } from '../market/prices/card-value.ts';
import { addNotification } from '../notifications/add-notification.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requirePartForForm } from '../site/site-parts.ts';
import {
  countTradeTowardsLimits,
  isNewcomer,
  toTradeLimitError,
} from './count-trade-towards-limits.ts';
import { lockTraders, type Trader } from './lock-traders.ts';
import { moveCards } from './move-cards.ts';
import { readValues } from './offer-details.ts';
import type { OfferedCard } from './offered-cards.ts';
import { requireOwnOffer } from './require-own-offer.ts';
import { describeMissingCards } from './tradeable-cards.ts';

/**
 * Accepts an offer to the actor: in one transaction all its cards change their owners, or none does. The
 * accounts of both people are locked first, so that of several offers for one card the first one gets it.
 * @throws AppError `login-required`, `guest-not-allowed`, `offer-not-found` also for an offer to somebody
 * else, `offer-closed`, `offer-cards-gone` (with the cards that are no longer there), `card-resting`, `beyond-age-limit`,
 * `trade-first-day`, `pair-limit`, `newcomer-limit`, `unconfirmed-email`, `account-suspended`, `not-friends`, `key-reused`
 */
export async function acceptOffer(
  ctx: Ctx,
  { offerId, key }: { offerId: string; key: string },
): Promise<{ offerId: string }> {
  const { id: userId } = requirePlayer(ctx);
  await requirePartForForm(ctx, 'trades', { userId, key });
  const { senderId } = await requireOwnOffer(ctx, offerId, 'recipient');
  // The cards of an offer never change.
  const cards = await ctx.db
    .select({
      side: tradeOfferCards.side,
      gameId: tradeOfferCards.gameId,
      kindId: tradeOfferCards.kindId,
      copies: tradeOfferCards.copies,
      rarity: cardKinds.rarity,
    })
    .from(tradeOfferCards)
    .innerJoin(cardKinds, eq(cardKinds.id, tradeOfferCards.kindId))
    .where(eq(tradeOfferCards.offerId, offerId));
  const given = cards.filter(({ side }) => side === 'given');
  const wanted = cards.filter(({ side }) => side === 'wanted');
  const valueOfCard = await readValues(
    ctx,
    cards.map((card) => ({ ...card, otherId: senderId })),
  );
  const valueOfOne = (card: (typeof cards)[number]) => valueOfCard({ ...card, otherId: senderId });
  const valuesBy = (value: typeof valueOfOne) => {
    const sumOf = (side: typeof cards) =>
      sumCardValues(side.map((card) => ({ ...card, ...value(card) }))).price;
    return { givenValue: sumOf(given), receivedValue: sumOf(wanted) };
  };
  const shownValues = valuesBy(valueOfOne);
  // A third account of the same person can offer or sell a card for next to nothing before.
  const carefulValues = valuesBy((card) => atLeastEstimate(valueOfOne(card), card.rarity));
  const request = { useCase: 'accept-trade-offer', input: { offerId } };
  try {
    const answer = await runIdempotent(ctx, { userId, key, request }, async (tx) => {
      const { actor: recipient, other: sender } = await lockTraders(ctx, tx, userId, senderId);
      const gameIds = cards.map(({ gameId }) => gameId);
      await requireAllowedGames(tx, { userIds: [userId, senderId], gameIds });
      const at = ctx.clock.now();
      const isOfNewcomer = [sender, recipient].some((trader) => isNewcomer(trader, at));
      const values = isOfNewcomer ? carefulValues : shownValues;
      const closed = await closeTradeOffers(tx, {
        which: and(
          eq(tradeOffers.id, offerId),
          eq(tradeOffers.recipientId, userId),
          gt(tradeOffers.endsAt, at),
        ),
        state: 'accepted',
        ...values,
        at,
      });
      if (closed.length === 0) throw new AppError('offer-closed');
      await moveAll(tx, { offerId, at, sender, recipient, given, wanted });
      await countTradeTowardsLimits(tx, { sender, recipient, ...values, at });
      await addNotification(ctx, tx, {
        userId: senderId,
        kind: 'trade-accepted',
        actorId: userId,
        thing: offerId,
      });
      return { offerId };
    });
    ctx.events.publish({ type: 'trades-changed', userIds: [userId, senderId] });
    ctx.notifier.deliverSoon();
    return answer;
  } catch (error) {
    throw toTradeLimitError(error) ?? error;
  }
}

/** Moves the cards of both sides. @throws AppError `offer-cards-gone`, `card-resting` */
async function moveAll(
  tx: Queryable,
  {
    sender,
    recipient,
    given,
    wanted,
    ...moved
  }: {
    offerId: string;
    at: Date;
    sender: Trader;
    recipient: Trader;
    given: readonly OfferedCard[];
    wanted: readonly OfferedCard[];
  },
): Promise<void> {
  // In the order of accounts, as all transactions that lock cards of two accounts do.
  const sides = [
    { from: sender, to: recipient, side: 'given' as const, cards: given },
    { from: recipient, to: sender, side: 'wanted' as const, cards: wanted },
  ].toSorted((a, b) => (a.from.id < b.from.id ? -1 : 1));
  const missing: { person: Trader; cards: OfferedCard[] }[] = [];
  for (const { cards, ...side } of sides) {
    const found = cards.length > 0 ? await moveCards(tx, { ...side, ...moved }) : [];
    const copiesOf = new Map(found.map((card) => [`${card.gameId} ${card.kindId}`, card.copies]));
    missing.push({
      person: side.from,
      cards: cards.flatMap(({ gameId, kindId, copies }) => {
        const gone = copies - (copiesOf.get(`${gameId} ${kindId}`) ?? 0);
        return gone > 0 ? [{ gameId, kindId, copies: gone }] : [];
      }),
    });
  }
  const error = await describeMissingCards(tx, missing);
  if (error) throw error;
}
