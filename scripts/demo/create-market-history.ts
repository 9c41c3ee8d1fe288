import { randomUUID } from 'node:crypto';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { cardKinds, cards, users, wallets } from '#database/schema.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { sellCards } from '#domain/market/sell-cards.ts';
import { addMoney } from '#domain/wallet/add-money.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { getCardValue } from './card-values.ts';
import { craftBadges } from './craft-badges.ts';
import { startOfDay } from './create-player-history.ts';
import { demoLogin } from './demo-players.ts';
import { createDemoSession, type DemoParts, type DemoSession } from './demo-session.ts';

/** The cards of so many popular games are traded all year, so that their charts have many sales. */
const tradedGames = 8;
/** The sales of an evening at the end of the year; at its start there are fewer. */
const salesMax = 9;
const marketOpensMs = 14.5 * 60 * 60 * 1000;

/** How many of the players who hold a complete set craft a badge from it then. */
const craftingShare = 0.35;
/** Players look at their collections so often. */
const daysBetweenCrafts = 5;

export interface MarketHistory {
  /** Creates the sales and the badges of the evening `daysAgo` days ago, between players who were there then. */
  trade(daysAgo: number): Promise<void>;
}

/**
 * The sales of a year, day by day through the use cases of the application. The demo account takes part only
 * at the end, see `tradeCards`.
 */
export function createMarketHistory(
  parts: DemoParts,
  usernames: readonly string[],
  gameIds: readonly number[],
  firstDay: number,
): MarketHistory {
  const session = createDemoSession(parts, 'market history', startOfDay(firstDay, parts.now));
  const names = usernames
    .map((name) => name.toLowerCase())
    .filter((name) => name !== demoLogin.username);
  const games = gameIds.slice(0, tradedGames);
  return {
    async trade(daysAgo) {
      session.moveTo(new Date(startOfDay(daysAgo, parts.now).getTime() + marketOpensMs));
      const sales = session.integer(2 + Math.round((salesMax * (firstDay - daysAgo)) / firstDay));
      for (const card of await chooseCards(session, { names, games, count: sales, daysAgo })) {
        await sellAndBuy(session, { ...card, names, daysAgo });
      }
      if (daysAgo % daysBetweenCrafts === 0) await craftBadges(session, names, craftingShare);
    },
  };
}

interface TradedCard {
  ownerId: string;
  gameId: number;
  kindId: string;
  rarity: (typeof cardKinds.$inferSelect)['rarity'];
}

/** Chooses cards of the popular games, always the same ones for a day, with different owners. */
async function chooseCards(
  { ctx }: DemoSession,
  {
    names,
    games,
    count,
    daysAgo,
  }: { names: string[]; games: readonly number[]; count: number; daysAgo: number },
): Promise<TradedCard[]> {
  const rows = await ctx.db
    .select({
      ownerId: cards.ownerId,
      gameId: cards.gameId,
      kindId: cards.kindId,
      rarity: cardKinds.rarity,
    })
    .from(cards)
    .innerJoin(users, eq(users.id, cards.ownerId))
    .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
    .where(
      and(
        inArray(users.username, names),
        eq(cards.state, 'held'),
        inArray(cards.gameId, [...games]),
      ),
    )
    .orderBy(sql`md5(${users.username} || ${cards.kindId} || ${cards.gameId} || ${daysAgo}::text)`)
    .limit(count * 3);
  const owners = new Set<string>();
  const chosen = rows.filter(({ ownerId }) => !owners.has(ownerId) && owners.add(ownerId));
  return chosen.slice(0, count);
}

async function sellAndBuy(
  session: DemoSession,
  {
    ownerId,
    gameId,
    kindId,
    rarity,
    names,
    daysAgo,
  }: TradedCard & { names: string[]; daysAgo: number },
): Promise<void> {
  const { ctx } = session;
  const noise = 0.88 + session.integer(25) / 100;
  const price = Math.max(1, Math.round(getCardValue({ gameId, kindId, rarity }, daysAgo) * noise));
  session.wait(5 * 60_000 + session.integer(15 * 60_000));
  const offers = [{ gameId, kindId, price, copies: 1 }];
  const { itemIds } = await session.as(ownerId, () =>
    sellCards(ctx, { offers, key: randomUUID() }),
  );
  const [itemId] = itemIds;
  const buyer = await chooseBuyer(session, names, ownerId);
  if (!itemId || !buyer) return;
  session.wait(60_000 + session.integer(10 * 60_000));
  await session.as(buyer.id, async () => {
    try {
      if (buyer.balance < price) await addMoney(ctx, { amount: topUp(price), key: randomUUID() });
      await buyListing(ctx, { itemId, key: randomUUID() });
    } catch (error) {
      // For example the limit of a buyer's first day. The listing stays open.
      if (!isAppError(error)) throw error;
    }
  });
}

async function chooseBuyer({ ctx, integer }: DemoSession, names: string[], sellerId: string) {
  const buyers = await ctx.db
    .select({ id: users.id, balance: wallets.balance })
    .from(users)
    .innerJoin(wallets, eq(wallets.userId, users.id))
    .where(and(inArray(users.username, names), ne(users.id, sellerId)))
    .orderBy(users.username);
  return buyers[integer(Math.max(1, buyers.length))];
}

/** The smallest amount of the page that pays `price` cents. */
export function topUp(price: number): number {
  const { topUpChoicesCents } = topUpConstants;
  return topUpChoicesCents.find((choice) => choice >= price) ?? Math.max(...topUpChoicesCents);
}
