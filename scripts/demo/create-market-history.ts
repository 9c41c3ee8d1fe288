import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { cardKinds, cards, users } from '#database/schema.ts';
import { collectSets } from './collect-sets.ts';
import { craftBadges } from './craft-badges.ts';
import { startOfDay } from './create-player-history.ts';
import { demoLogin } from './demo-players.ts';
import { createDemoSession, type DemoParts, type DemoSession } from './demo-session.ts';
import { favouriteGames } from './plan-community.ts';
import { sellCardTo, type TradedCard } from './sell-card-to.ts';

/** The cards of so many popular games are traded all year, so that their charts have many sales. */
const tradedGames = 8;
/** About the sales of an evening at the end of the year; at its start there are fewer. */
const salesOfEvening = 8;
const marketOpensMs = 14.5 * 60 * 60 * 1000;
/** At weekends more is traded. */
const weekendFactor = 1.4;

/** How many of the players who hold a complete set craft a badge from it then. */
const craftingShare = 0.35;
/** Players look at their collections so often. */
const daysBetweenCrafts = 5;

export interface MarketHistory {
  /** Creates the sales and the badges of the evening `daysAgo` days ago, between players who were there then. */
  trade(daysAgo: number): Promise<void>;
}

/**
 * The sales of a year, day by day through the use cases of the application. The demo account only buys what
 * its sets miss; it sells at the end, see `tradeCards`.
 * @param collectingDays the days ago on which the demo account looks for cards.
 */
export function createMarketHistory(
  parts: DemoParts,
  usernames: readonly string[],
  gameIds: readonly number[],
  { firstDay, collectingDays }: { firstDay: number; collectingDays: readonly number[] },
): MarketHistory {
  const session = createDemoSession(parts, 'market history', startOfDay(firstDay, parts.now));
  const names = usernames
    .map((name) => name.toLowerCase())
    .filter((name) => name !== demoLogin.username);
  const games = gameIds.slice(0, tradedGames);
  return {
    async trade(daysAgo) {
      session.moveTo(new Date(startOfDay(daysAgo, parts.now).getTime() + marketOpensMs));
      const sales = countSales(session, (firstDay - daysAgo) / firstDay);
      for (const card of await chooseCards(session, { names, games, count: sales, daysAgo })) {
        await sellAndBuy(session, { ...card, names, daysAgo });
      }
      if (collectingDays.includes(daysAgo)) {
        await collectSets(session, { names, games: games.slice(0, favouriteGames), daysAgo });
      }
      if (daysAgo % daysBetweenCrafts === 0) await craftBadges(session, names, craftingShare);
    },
  };
}

/** How many cards are sold in an evening. `share` is the part of the year that has passed, 0 to 1. */
function countSales({ ctx, integer }: DemoSession, share: number): number {
  const isWeekend = [0, 6].includes(ctx.clock.now().getUTCDay());
  const usual = (1 + share * salesOfEvening) * (isWeekend ? weekendFactor : 1);
  return Math.round((usual * (60 + integer(81))) / 100);
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
  { names, daysAgo, ...card }: TradedCard & { names: string[]; daysAgo: number },
): Promise<void> {
  const buyer = await chooseBuyer(session, names, card.ownerId);
  if (buyer) await sellCardTo(session, card, daysAgo, buyer);
}

async function chooseBuyer({ ctx, integer }: DemoSession, names: string[], sellerId: string) {
  const buyers = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.username, names), ne(users.id, sellerId)))
    .orderBy(users.username);
  return buyers[integer(Math.max(1, buyers.length))]?.id;
}
