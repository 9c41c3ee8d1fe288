import { and, desc, eq, gt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { integer, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { messages, tradeOffers } from '#database/schema.ts';
import { unknownToPlanner } from '#database/sql/unknown-to-planner.ts';
import { tradeConstants } from '#shared/constants/trades.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { countPages } from '../lib/page-count.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { loadOffers, type TradeOffer } from './offer-details.ts';

/** The lists of a player's offers. */
export type OfferList = 'incoming' | 'outgoing' | 'history';

/** SQL condition of the offers of a list. */
function isIn(list: OfferList, userId: string, now: Date): SQL | undefined {
  const { state, senderId, recipientId, endsAt } = tradeOffers;
  const open = and(eq(state, 'open'), gt(endsAt, now));
  if (list === 'incoming') return and(eq(recipientId, userId), open);
  if (list === 'outgoing') return and(eq(senderId, userId), open);
  return and(
    or(eq(senderId, userId), eq(recipientId, userId)),
    or(ne(state, 'open'), lte(endsAt, now)),
  );
}

/**
 * A page of the actor's offers, newest first: open ones to the actor, open ones of the actor, or all closed.
 * @throws AppError `login-required`, `guest-not-allowed`
 */
export async function listOffers(
  ctx: Ctx,
  {
    list,
    page = 1,
    perPage = tradeConstants.pageSize,
  }: { list: OfferList; page?: number; perPage?: number },
): Promise<{ offers: TradeOffer[]; found: number; page: number; pages: number }> {
  const { id: userId } = requirePlayer(ctx);
  const which = isIn(list, userId, ctx.clock.now());
  const [rows, found] = await Promise.all([
    ctx.db
      .select({ id: tradeOffers.id })
      .from(tradeOffers)
      .where(which)
      .orderBy(desc(tradeOffers.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    ctx.db.$count(tradeOffers, which),
  ]);
  const ids = rows.map(({ id }) => id);
  const offers = await loadOffers(ctx, userId, ids);
  return { offers, found, page, pages: countPages(found, perPage, tradeConstants.pagedMax) };
}

/** The number of open offers to the actor and of the actor. */
export async function countOpenOffers(ctx: Ctx): Promise<{ incoming: number; outgoing: number }> {
  const { id: userId } = requirePlayer(ctx);
  const now = ctx.clock.now();
  const [incoming, outgoing] = await Promise.all([
    ctx.db.$count(tradeOffers, isIn('incoming', userId, now)),
    ctx.db.$count(tradeOffers, isIn('outgoing', userId, now)),
  ]);
  return { incoming, outgoing };
}

/**
 * An offer, for its two people only.
 * @throws AppError `login-required`, `guest-not-allowed`, `offer-not-found`
 */
export async function getOffer(ctx: Ctx, offerId: string): Promise<TradeOffer> {
  const { id: userId } = requirePlayer(ctx);
  const [row] = await ctx.db
    .select({ id: tradeOffers.id })
    .from(tradeOffers)
    .where(
      and(
        eq(tradeOffers.id, offerId),
        or(eq(tradeOffers.senderId, userId), eq(tradeOffers.recipientId, userId)),
      ),
    );
  const [offer] = row ? await loadOffers(ctx, userId, [row.id]) : [];
  if (!offer) throw new AppError('offer-not-found');
  return offer;
}

/**
 * The offers that messages of a conversation show, by the numbers of the messages: the newest 50 of those
 * before message `before`, or of all.
 * @throws AppError `login-required`, `guest-not-allowed`
 */
export async function listOffersOfMessages(
  ctx: Ctx,
  { conversationId, before }: { conversationId: string; before?: number | undefined },
): Promise<{ number: number; offer: TradeOffer }[]> {
  const { id: userId } = requirePlayer(ctx);
  const rows = await readOffersOfMessages(ctx.db, {
    conversationId,
    userId,
    before: before ?? afterAllMessages,
  });
  const offers = await loadOffers(
    ctx,
    userId,
    rows.map(({ offerId }) => offerId),
  );
  return rows.flatMap(({ number, offerId }) => {
    const offer = offers.find(({ id }) => id === offerId);
    return offer ? [{ number, offer }] : [];
  });
}

/** A number after that of every message. */
const afterAllMessages = 2_147_483_647;

const userId = unknownToPlanner(sql.placeholder('userId'), 'uuid');

const readOffersOfMessages = prepareStatement<
  { number: number; offerId: string },
  { conversationId: string; userId: string; before: number }
>(
  'offers-of-messages',
  { number: integer, offerId: uuid },
  sql`select message.number, offer.id as "offerId"
    from ${messages} as message join ${tradeOffers} as offer on offer.id = message.trade_offer_id
    where message.conversation_id = ${unknownToPlanner(sql.placeholder('conversationId'), 'uuid')}
      and message.number < ${unknownToPlanner(sql.placeholder('before'), 'integer')}
      and (offer.sender_id = ${userId} or offer.recipient_id = ${userId})
    order by message.number desc
    limit ${sql.raw(String(tradeConstants.offersInChat))}`,
);
