import { randomUUID } from 'node:crypto';
import { and, count, eq, gt, inArray, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { cardKinds, cards, marketListings, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { type SellOffer, sellCards } from '#domain/market/selling/sell-cards.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { getCardValue } from './card-values.ts';
import { fillShowcases } from './collect-sets.ts';
import { demoLogin } from './demo-players.ts';
import { createDemoSession, type DemoParts, type DemoSession } from './demo-session.ts';

/** At most this many of the players with duplicates sell them. */
const sellersMax = 60;
const offersMax = 6;
/** So many of these are sold by now, as in an evening before. */
const salesMax = 8;
/** How many players try to buy a card. */
const triesMax = 3;

/**
 * Creates the sales of the last hours: players with duplicates list some of them, and other players,
 * including the demo account, buy a few. Then the collectors choose what their profiles show.
 */
export async function tradeCards(parts: DemoParts, usernames: readonly string[]): Promise<void> {
  const session = createDemoSession(
    parts,
    'market',
    new Date(parts.now.getTime() - 3 * 60 * 60 * 1000),
  );
  const names = usernames.map((name) => name.toLowerCase());
  for (const [userId, offers] of await duplicates(session, names)) {
    session.wait(60_000);
    await session.as(userId, () => sellCards(session.ctx, { offers, keep: 1, key: randomUUID() }));
  }
  await buySome(session, names);
  await fillShowcases(session, names);
  await session.ctx.notifier.flush();
}

/** Offers of duplicates by seller, with those of the demo account first. */
async function duplicates(
  session: DemoSession,
  names: string[],
): Promise<Map<string, SellOffer[]>> {
  const { ctx } = session;
  const rows = await ctx.db
    .select({
      userId: users.id,
      gameId: cards.gameId,
      kindId: cards.kindId,
      rarity: cardKinds.rarity,
      spare: typedSql(integer, sql`(count(*) - 1)::integer`),
    })
    .from(cards)
    .innerJoin(users, eq(users.id, cards.ownerId))
    .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
    .where(and(inArray(users.username, names), eq(cards.state, 'held')))
    .groupBy(users.id, cards.gameId, cards.kindId, cardKinds.id)
    .having(gt(count(), 1))
    .orderBy(sql`${users.username} <> ${demoLogin.username}, md5(${users.username})`, cards.gameId);
  const offers = new Map<string, SellOffer[]>();
  for (const { userId, gameId, kindId, rarity, spare } of rows) {
    if (!offers.has(userId) && offers.size >= sellersMax) continue;
    const own = offers.get(userId) ?? [];
    offers.set(userId, own);
    if (own.length >= offersMax || session.chance(0.4)) continue;
    const asked = 0.95 + session.integer(30) / 100;
    const price = Math.max(1, Math.round(getCardValue({ gameId, kindId, rarity }, 0) * asked));
    own.push({ gameId, kindId, price, copies: Math.min(spare, 2) });
  }
  return new Map([...offers].filter(([, own]) => own.length > 0));
}

async function buySome(session: DemoSession, names: string[]): Promise<void> {
  const { ctx } = session;
  const items = await ctx.db
    .select({ id: marketListings.id, sellerId: marketListings.sellerId })
    .from(marketListings)
    .orderBy(sql`md5(${marketListings.gameId} || ${marketListings.kindId}), ${marketListings.id}`);
  let sold = 0;
  const buyers = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.username, names))
    .orderBy(users.username);
  for (const item of items) {
    if (sold >= salesMax) break;
    for (let tries = 0; tries < triesMax; tries += 1) {
      const buyer = buyers[session.integer(buyers.length)];
      if (!buyer || buyer.id === item.sellerId) continue;
      session.wait(20_000);
      if (await session.as(buyer.id, () => tryToBuy(session, item.id))) {
        sold += 1;
        break;
      }
    }
  }
}

/** Buys a listing. Returns false when the player may not buy it, such as for lack of money. */
async function tryToBuy({ ctx }: DemoSession, itemId: string): Promise<boolean> {
  try {
    await buyListing(ctx, { itemId, key: randomUUID() });
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}
