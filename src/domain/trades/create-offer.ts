import { and, count, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { uuid } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { tradeOfferCards, tradeOffers } from '#database/schema.ts';
import { closeTradeOffers } from '#database/sql/close-trade-offers.ts';
import { tradeConstants } from '#shared/constants/trades.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { cutCharacters, isLongerThan } from '#shared/format/texts/characters.ts';
import { requireAllowedGames } from '../age-limits/require-allowed-games.ts';
import { toWriteError } from '../chat/batched-message-writer.ts';
import { insertMessages } from '../chat/insert-messages.ts';
import { type OpenedConversation, openConversation } from '../chat/open-conversation.ts';
import type { Ctx } from '../context.ts';
import type { SentMessage } from '../events.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { lockAgainstHiding } from '../market/orders/book-lock.ts';
import { isTradingEnded } from '../market/trading-of-game.ts';
import { addNotification } from '../notifications/add-notification.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requirePartForForm } from '../site/site-parts.ts';
import { requireAllowedText } from '../text-filters/check-text.ts';
import { lockTraders, type Trader } from './lock-traders.ts';
import { joinWords, nameCards, normalizeSides, type OfferedSides } from './offered-cards.ts';
import { requireOwnOffer } from './require-own-offer.ts';
import { requireVisibleCards } from './require-visible-cards.ts';
import { describeMissingCards, findMissingCards } from './tradeable-cards.ts';

export interface NewOffer extends OfferedSides {
  /** The friend. */
  username: string;
  /** Parsed by `messageText`; may be empty. */
  message: string;
  key: string;
}

/**
 * Offers a trade to a friend. The cards stay where they are until the friend accepts. The offer is also a message in
 * the conversation of the two.
 * @throws AppError `login-required`, `guest-not-allowed`, `not-friends`, `unconfirmed-email`, `account-suspended`,
 * `muted` (with a message), `offer-empty`, `offer-too-large`, `offer-same-card`, `offer-cards-gone` (with the cards
 * that one of the two does not have), `game-hidden`, `beyond-age-limit`, `inventory-hidden`, `card-resting`,
 * `offer-limit`, `rate-limited`, `text-refused`, `key-reused`
 */
export async function createOffer(ctx: Ctx, offer: NewOffer): Promise<{ offerId: string }> {
  const { username, message, key, ...sides } = offer;
  const normal = normalizeSides(sides);
  return writeOffer(ctx, {
    username,
    message,
    key,
    counterOf: null,
    asksForCards: normal.want.length > 0,
    findSides: async () => normal,
  });
}

/**
 * Answers an offer with another one to its sender, and closes it.
 * @throws AppError `offer-not-found` also for an offer to somebody else, `offer-closed`, and as `createOffer`
 */
export async function counterOffer(
  ctx: Ctx,
  { offerId, message, key, ...sides }: Omit<NewOffer, 'username'> & { offerId: string },
): Promise<{ offerId: string }> {
  const { sender: username } = await requireOwnOffer(ctx, offerId, 'recipient');
  const normal = normalizeSides(sides);
  return writeOffer(ctx, {
    username,
    message,
    key,
    counterOf: offerId,
    asksForCards: normal.want.length > 0,
    findSides: async () => normal,
  });
}

/** Ids are in the order of time. The id is needed before the offer is written: its message comes first. */
const makeOfferId = prepareStatement<{ id: string }, Record<string, never>>(
  'trade-offer-id',
  { id: uuid },
  sql`select uuidv7() as id`,
);

interface OfferToWrite extends Omit<NewOffer, keyof OfferedSides> {
  /** The offer that this one answers. */
  counterOf: string | null;
  asksForCards: boolean;
  findSides: (friend: OpenedConversation['friend']) => Promise<OfferedSides>;
}

/** Writes an offer. It counts towards the rate limit before its cards are searched. */
export async function writeOffer(
  ctx: Ctx,
  { username, message, key, counterOf, asksForCards, findSides }: OfferToWrite,
): Promise<{ offerId: string }> {
  const actor = requirePlayer(ctx);
  await requirePartForForm(ctx, 'trades', { userId: actor.id, key });
  await ctx.rateLimiter.take('trade-offers-by-account', actor.id);
  await requireAllowedText(ctx, { message });
  const { conversationId, friend } = await openConversation(ctx, username);
  if (asksForCards) await requireVisibleCards(ctx.db, friend.id);
  const { give, want } = await findSides(friend);
  const cards = [...give, ...want];
  const gameIds = cards.map(({ gameId }) => gameId);
  const request = {
    useCase: 'create-trade-offer',
    input: { to: friend.id, give, want, message, counterOf },
  };
  const sent: SentMessage[] = [];
  const keyed = { userId: actor.id, key, request };
  const write = async (tx: Transaction) => {
    // The transaction can run again.
    sent.length = 0;
    if (await isTradingEnded(tx, gameIds)) throw new AppError('game-hidden');
    const traders = await lockTraders(ctx, tx, actor.id, friend.id);
    await requireAllowedGames(tx, { userIds: [actor.id, friend.id], gameIds });
    await requireCards(tx, traders, { give, want });
    await requireFewOpenOffers(ctx, tx, actor.id);
    const [made] = await makeOfferId(tx, {});
    if (!made) throw new Error('There is no id for the offer.');
    const offerId = made.id;
    const at = ctx.clock.now();
    const text = await describeOffer(tx, { give, want }, message);
    sent.push(
      await sendOfferMessage(ctx, tx, {
        conversationId,
        offerId,
        text,
        isFreeText: message !== '',
        at,
      }),
    );
    if (counterOf) {
      const countered = await closeTradeOffers(tx, {
        which: and(
          eq(tradeOffers.id, counterOf),
          eq(tradeOffers.recipientId, actor.id),
          gt(tradeOffers.endsAt, at),
        ),
        state: 'countered',
        at,
      });
      if (countered.length === 0) throw new AppError('offer-closed');
    }
    await tx.insert(tradeOffers).values({
      id: offerId,
      senderId: actor.id,
      recipientId: friend.id,
      message,
      counterOf,
      createdAt: at,
      endsAt: new Date(at.getTime() + tradeConstants.lastsMs),
    });
    await tx
      .insert(tradeOfferCards)
      .values([
        ...give.map((card) => ({ offerId, side: 'given' as const, ...card })),
        ...want.map((card) => ({ offerId, side: 'wanted' as const, ...card })),
      ]);
    await addNotification(ctx, tx, {
      userId: friend.id,
      kind: 'trade-offer',
      actorId: actor.id,
      thing: offerId,
    });
    return { offerId };
  };
  const answer = await runIdempotent(ctx, keyed, write, (tx) => lockAgainstHiding(tx, cards));
  if (sent.length > 0) {
    ctx.events.publish({ type: 'messages-sent', messages: sent });
    ctx.events.publish({ type: 'trades-changed', userIds: [actor.id, friend.id] });
    ctx.notifier.deliverSoon();
  }
  return answer;
}

async function requireCards(
  tx: Queryable,
  { actor, other }: { actor: Trader; other: Trader },
  { give, want }: OfferedSides,
): Promise<void> {
  const missing = [
    { person: actor, cards: await findMissingCards(tx, actor, give) },
    { person: other, cards: await findMissingCards(tx, other, want) },
  ];
  const error = await describeMissingCards(tx, missing);
  if (error) throw error;
}

async function requireFewOpenOffers(ctx: Ctx, tx: Queryable, userId: string): Promise<void> {
  const [row] = await tx
    .select({ open: count() })
    .from(tradeOffers)
    .where(
      and(
        eq(tradeOffers.senderId, userId),
        eq(tradeOffers.state, 'open'),
        gt(tradeOffers.endsAt, ctx.clock.now()),
      ),
    );
  if ((row?.open ?? 0) >= tradeConstants.openMax) throw new AppError('offer-limit');
}

/** The offer as plain text, for clients that show no offers. */
async function describeOffer(
  tx: Queryable,
  { give, want }: OfferedSides,
  message: string,
): Promise<string> {
  const name = await nameCards(tx, [...give, ...want]);
  const list = (side: OfferedSides['give']) =>
    side.length > 0 ? joinWords(side.map(name)) : 'nothing';
  const text = `Trade offer: I give ${list(give)}. I get ${list(want)}.${message ? ` ${message}` : ''}`;
  const max = tradeConstants.messageMax;
  return isLongerThan(text, max) ? `${cutCharacters(text, max - 1)}…` : text;
}

/**
 * Writes the message, which also checks that the sender may write it and that the two are friends, and keeps them so
 * until the commit.
 */
async function sendOfferMessage(
  ctx: Ctx,
  tx: Queryable,
  {
    conversationId,
    offerId,
    text,
    isFreeText,
    at,
  }: { conversationId: string; offerId: string; text: string; isFreeText: boolean; at: Date },
): Promise<SentMessage> {
  const actor = requirePlayer(ctx);
  const message = {
    conversationId,
    senderId: actor.id,
    id: offerId,
    text,
    readsBefore: false,
    tradeOfferId: offerId,
    isFreeText,
  };
  const [written] = await insertMessages(tx, [message], at);
  if (!written) throw new AppError('not-friends');
  if (written.number === null) throw toWriteError(written);
  const { number, lowId, highId, sentAt } = written;
  const { id, senderId } = message;
  const sender = actor.username;
  return { conversationId, lowId, highId, number, id, senderId, sender, text, sentAt };
}
