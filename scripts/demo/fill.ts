import { randomUUID } from 'node:crypto';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { cardSets } from '#catalog/card-sets.ts';
import type { Database } from '#database/client.ts';
import { games, marketSales, users } from '#database/schema.ts';
import { createGuest } from '#domain/accounts/registration/create-guest.ts';
import { logOut } from '#domain/accounts/sessions/log-out.ts';
import { buyGame } from '#domain/library/buy-game.ts';
import { claimDailyReward } from '#domain/wallet/claim-daily-reward.ts';
import { livePast } from './demo-texts.ts';
import { discuss } from './discuss.ts';
import { mingle } from './make-friends.ts';
import { host } from './people.ts';
import { type DemoSize, planCommunity } from './plan.ts';
import { hang } from './post-pictures.ts';
import { trade } from './trade-cards.ts';
import { createWorld, type DemoParts } from './world.ts';

/** How many live at once: enough to keep the hashing threads and the database busy. */
const lanes = 8;

export const demoSize: DemoSize = { players: 200, games: 600, cards: 3_000, guests: 5 };

/**
 * Fills a community into a database that holds the catalogue, through the use cases of the application.
 * Answers false and changes nothing when it is there already; goes on where an interrupted run ended.
 * `tell` hears, a line each, what is being done.
 */
export async function fillDemo(
  parts: DemoParts,
  size: DemoSize,
  tell: (line: string) => void = () => {},
): Promise<boolean> {
  const plans = planCommunity(size);
  const hasTraded = (await parts.db.$count(marketSales)) > 0;
  if (hasTraded && (await existing(parts.db, [host.username])).size > 0) return false;
  const known = await existing(
    parts.db,
    plans.map(({ person }) => person.username.toLowerCase()),
  );
  const missing = plans.filter(({ person }) => !known.has(person.username.toLowerCase()));
  const gameIds = await favourites(parts.db);
  // The host tells that all is done, and so comes after everybody else.
  const others = missing.slice(0, -1)[Symbol.iterator]();
  const told = everyFifth(missing.length, tell);
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const plan of others) {
        await livePast(parts, plan, gameIds);
        told();
      }
    }),
  );
  if (missing.length > 0) {
    tell('Guests look around …');
    for (let guest = 0; guest < size.guests; guest += 1) await lookAround(parts, guest, gameIds);
  }
  for (const plan of missing.slice(-1)) await livePast(parts, plan, gameIds);
  if (!hasTraded) {
    const usernames = plans.map(({ person }) => person.username);
    tell('They make friends, write and talk …');
    await mingle(parts, usernames);
    tell('They discuss …');
    const all = await people(parts.db, usernames);
    await discuss(parts, all);
    tell('They send pictures …');
    await hang(
      parts,
      all.map(({ id }) => id),
    );
    tell('They sell and buy cards …');
    // Last, as it tells that all is done.
    await trade(parts, usernames);
  }
  return true;
}

/** Counts players, and tells at the start and after each fifth of them how many there are. */
function everyFifth(all: number, tell: (line: string) => void): () => void {
  const step = Math.max(1, Math.ceil(all / 5));
  let lived = 0;
  if (all > 0) tell(`${all} players register, buy games and collect cards …`);
  return () => {
    lived += 1;
    if (lived % step === 0) tell(`  ${lived} of ${all}`);
  };
}

/** A guest takes the daily reward, buys a game with it, and leaves. */
async function lookAround(parts: DemoParts, number: number, gameIds: readonly number[]) {
  const world = createWorld(parts, `guest ${number}`, new Date(parts.now.getTime() - 3_600_000));
  const { ctx } = world;
  await world.enter(await createGuest(ctx));
  await claimDailyReward(ctx, { key: randomUUID() });
  world.wait(60_000);
  const gameId = gameIds[world.integer(gameIds.length)];
  if (gameId !== undefined) await buyGame(ctx, { gameId, key: randomUUID() });
  await logOut(ctx);
}

async function people(db: Database, usernames: string[]) {
  const names = usernames.map((name) => name.toLowerCase());
  return db
    .select({ id: users.id, username: users.displayUsername })
    .from(users)
    .where(inArray(users.username, names))
    .orderBy(users.username);
}

async function existing(db: Database, usernames: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ username: users.username })
    .from(users)
    .where(inArray(users.username, usernames));
  return new Set(rows.map(({ username }) => username));
}

/** The catalogue with the games that have a card set of their own first, then the most rated. */
async function favourites(db: Database): Promise<number[]> {
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
