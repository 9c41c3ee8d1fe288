import { randomUUID } from 'node:crypto';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { cardSets } from '#catalog/card-sets.ts';
import type { Database } from '#database/client.ts';
import { games, marketListings, marketSales, users } from '#database/schema.ts';
import { createGuest } from '#domain/accounts/registration/create-guest.ts';
import { logOut } from '#domain/accounts/sessions/log-out.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { getRules } from '#domain/site/current-rules.ts';
import { claimDailyReward } from '#domain/wallet/claim-daily-reward.ts';
import { createDemoDiscussions } from './create-discussions.ts';
import { createMarketHistory } from './create-market-history.ts';
import { createPlayerHistory } from './create-player-history.ts';
import { demoLogin } from './demo-players.ts';
import { createDemoSession, type DemoParts } from './demo-session.ts';
import { makeFriends } from './make-friends.ts';
import { hasDemoOffers, makeOrdersAndOffers } from './make-orders-and-offers.ts';
import { type DemoSize, type PlayerPlan, planCommunity } from './plan-community.ts';
import { postDemoPictures } from './post-pictures.ts';
import { tradeCards } from './trade-cards.ts';

/** How many players are created at once: enough to keep the hashing threads and the database busy. */
const lanes = 8;

export const demoTotals: DemoSize = { players: 200, games: 600, cards: 3_000, guests: 5 };

/**
 * Fills a database that contains the catalog with a community, through the use cases of the application.
 * Returns false and changes nothing when the community exists; continues an interrupted run. `report` is
 * called with one line for each step.
 */
export async function fillDemo(
  parts: DemoParts,
  size: DemoSize,
  report: (line: string) => void = () => {},
): Promise<boolean> {
  const plans = planCommunity(size);
  const usernames = plans.map(({ person }) => person.username);
  const known = await findExisting(
    parts.db,
    usernames.map((name) => name.toLowerCase()),
  );
  if (await hasDemoOffers(parts.db)) return false;
  if (!(await hasDemoSold(parts.db))) await createCommunity(parts, { size, plans, known, report });
  report('They order cards and offer swaps …');
  // Last, because an offer of the demo account means that everything is done.
  await makeOrdersAndOffers(parts, usernames);
  return true;
}

interface Community {
  size: DemoSize;
  plans: readonly PlayerPlan[];
  /** The usernames of the players who exist, from an interrupted run. */
  known: ReadonlySet<string>;
  report: (line: string) => void;
}

/** Creates everything but the open orders and trade offers. */
async function createCommunity(parts: DemoParts, { size, plans, known, report }: Community) {
  const usernames = plans.map(({ person }) => person.username);
  const missing = plans.filter(({ person }) => !known.has(person.username.toLowerCase()));
  const gameIds = await gamesByPopularity(parts.db);
  const countPlayer = countInFifths(missing.length, report);
  await createYear(parts, { plans: missing, usernames, gameIds, countPlayer });
  if (missing.length > 0) {
    report('Guests look around …');
    for (let guest = 0; guest < size.guests; guest += 1)
      await createGuestHistory(parts, guest, gameIds);
  }
  report('They make friends, write and talk …');
  await makeFriends(parts, usernames);
  report('They discuss …');
  const all = await findPlayers(parts.db, usernames);
  await createDemoDiscussions(parts, all);
  report('They send pictures …');
  await postDemoPictures(
    parts,
    all.map(({ id }) => id),
  );
  report('They sell and buy cards …');
  // Last, because a listing or sale of the demo account means that all of this is done.
  await tradeCards(parts, usernames);
}

interface Year {
  /** The players to create. */
  plans: readonly PlayerPlan[];
  usernames: readonly string[];
  gameIds: readonly number[];
  /** Called when a history is complete. */
  countPlayer: () => void;
}

/** Creates the histories of players day by day, and each evening the sales between those who exist. */
async function createYear(parts: DemoParts, { plans, usernames, gameIds, countPlayer }: Year) {
  const histories = plans.map((plan) => createPlayerHistory(parts, plan, gameIds));
  const firstDay = Math.max(0, ...plans.flatMap(({ days }) => days));
  const collectingDays = plans.find(({ person }) => person.username === demoLogin.username)?.days;
  const market = createMarketHistory(parts, usernames, gameIds, {
    firstDay,
    collectingDays: collectingDays ?? [],
  });
  for (let day = firstDay; day > 0; day -= 1) {
    const active = histories.filter(({ plan }) => plan.days.includes(day))[Symbol.iterator]();
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (const history of active) {
          await history.liveNextDay();
          if (history.plan.days.at(-1) === day) countPlayer();
        }
      }),
    );
    await market.trade(day);
  }
}

/** Returns a function that counts players and reports the count at the start and after each fifth. */
function countInFifths(all: number, report: (line: string) => void): () => void {
  const step = Math.max(1, Math.ceil(all / 5));
  let done = 0;
  if (all > 0) report(`${all} players register, buy games and collect cards …`);
  return () => {
    done += 1;
    if (done % step === 0) report(`  ${done} of ${all}`);
  };
}

/** Creates a guest who claims the daily reward, buys a game and logs out. */
async function createGuestHistory(parts: DemoParts, number: number, gameIds: readonly number[]) {
  const session = createDemoSession(
    parts,
    `guest ${number}`,
    new Date(parts.now.getTime() - 3_600_000),
  );
  const { ctx } = session;
  await session.logIn(await createGuest(ctx));
  await claimDailyReward(ctx, { key: randomUUID() });
  session.wait(60_000);
  const gameId = gameIds[session.integer(gameIds.length)];
  if (gameId !== undefined) {
    const { gamePriceCents: price } = await getRules(ctx);
    await buyGame(ctx, { gameId, key: randomUUID(), price });
  }
  await logOut(ctx);
}

async function findPlayers(db: Database, usernames: string[]) {
  const names = usernames.map((name) => name.toLowerCase());
  return db
    .select({ id: users.id, username: users.displayUsername })
    .from(users)
    .where(inArray(users.username, names))
    .orderBy(users.username);
}

/** Whether the demo account has put a card up for sale. */
async function hasDemoSold(db: Database): Promise<boolean> {
  const demo = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, demoLogin.username));
  const listed = await db.$count(marketListings, inArray(marketListings.sellerId, demo));
  return listed > 0 || (await db.$count(marketSales, inArray(marketSales.sellerId, demo))) > 0;
}

async function findExisting(db: Database, usernames: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ username: users.username })
    .from(users)
    .where(inArray(users.username, usernames));
  return new Set(rows.map(({ username }) => username));
}

/** The ids of the catalog's games: those with their own card set first, then those with most ratings. */
async function gamesByPopularity(db: Database): Promise<number[]> {
  const own = cardSets.flatMap(({ gameId }) => gameId ?? []);
  const rows = await db
    .select({ id: games.id })
    .from(games)
    .where(eq(games.source, 'bundle'))
    .orderBy(
      sql`${inArray(games.id, own)} desc, ${games.ratingsCount} desc nulls last`,
      asc(games.id),
    );
  return rows.map(({ id }) => id);
}
