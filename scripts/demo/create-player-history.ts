import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { users, wallets } from '#database/schema.ts';
import { register } from '#domain/accounts/registration/register.ts';
import { logOut } from '#domain/accounts/sessions/log-out.ts';
import { startSession } from '#domain/accounts/sessions/start-session.ts';
import type { Actor } from '#domain/actor.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { awardCard } from '#domain/gameplay/award-card.ts';
import { startPlaySession } from '#domain/gameplay/start-play-session.ts';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { getRules } from '#domain/site/current-rules.ts';
import { addMoney } from '#domain/wallet/add-money.ts';
import { claimDailyReward } from '#domain/wallet/claim-daily-reward.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { registerInput } from '#shared/schemas/accounts.ts';
import { editProfileInput } from '#shared/schemas/profiles.ts';
import { demoLogin } from './demo-players.ts';
import { createDemoSession, type DemoParts, type DemoSession } from './demo-session.ts';
import type { PlayerPlan } from './plan-community.ts';

/** The state of a player while its history is created. */
interface PlayerState {
  plan: PlayerPlan;
  session: DemoSession;
  balance: number;
  owned: number[];
  cards: number;
}

/** A player whose history is created day by day, between the days of others. */
export interface PlayerHistory {
  plan: PlayerPlan;
  /** Does what the player does on its next active day; on the first one it registers. */
  liveNextDay(): Promise<void>;
}

/**
 * Creates the history of one player through the use cases of the application.
 * @param gameIds the games of the catalog, the most popular first.
 */
export function createPlayerHistory(
  parts: DemoParts,
  plan: PlayerPlan,
  gameIds: readonly number[],
): PlayerHistory {
  const { person, days } = plan;
  const session = createDemoSession(parts, person.username, startOfDay(days[0] ?? 1, parts.now));
  const state: PlayerState = { plan, session, balance: 0, owned: [], cards: 0 };
  let next = 0;
  return {
    plan,
    async liveNextDay() {
      const index = next++;
      const day = days[index] ?? 1;
      const daysLeft = days.length - index;
      if (index > 0) session.moveTo(startOfDay(day, parts.now));
      const actor = session.ctx.actor ?? (await join(session, plan));
      session.wait(session.integer(12 * 60 * 60 * 1000));
      if (index === 0 || session.chance(0.7)) {
        await claimDailyReward(session.ctx, { key: randomUUID() });
      }
      // Others buy from the player, and the player from others.
      state.balance = await readBalance(parts.db, actor.id);
      await shop(state, Math.ceil((plan.games - state.owned.length) / daysLeft), gameIds);
      await play(state, Math.ceil((plan.cards - state.cards) / daysLeft));
      session.ctx.accounts.presence.markSeen(actor.id);
      if (daysLeft > 1) return;
      await session.ctx.accounts.presence.flush();
      await logOut(session.ctx);
    },
  };
}

async function join(session: DemoSession, { person }: PlayerPlan): Promise<Actor> {
  const { username, email, ...shown } = person;
  await register(
    session.ctx,
    registerInput.parse({ username, email, password: demoLogin.password }),
  );
  // Not by the login, which would hash the password a second time.
  const id = await idOf(session.ctx.db, username);
  const actor = await session.logIn(await startSession(session.ctx, id, { method: 'password' }));
  await editProfile(session.ctx, editProfileInput.parse(shown));
  return actor;
}

async function shop(state: PlayerState, count: number, gameIds: readonly number[]): Promise<void> {
  const { session, owned, plan } = state;
  const { gamePriceCents: price } = await getRules(session.ctx);
  // Some players save money.
  const wanted = count * price + (session.chance(0.4) ? session.integer(30_00) : 0);
  if (state.balance < wanted) await topUp(state, wanted - state.balance);
  for (let bought = 0; bought < count; bought += 1) {
    const gameId =
      gameIds[owned.length < plan.favourites ? owned.length : -1] ??
      chooseGame(session, gameIds, owned);
    session.wait(20_000 + session.integer(300_000));
    await buyGame(session.ctx, { gameId, key: randomUUID(), price });
    state.balance -= price;
    owned.push(gameId);
  }
}

async function readBalance(db: Database, userId: string): Promise<number> {
  const [wallet] = await db
    .select({ balance: wallets.balance })
    .from(wallets)
    .where(eq(wallets.userId, userId));
  return wallet?.balance ?? 0;
}

/** Adds at least `missing` cents in the amounts that the page offers. */
async function topUp(state: PlayerState, missing: number): Promise<void> {
  const { ctx, wait } = state.session;
  for (let left = missing; left > 0; ) {
    const enough = topUpConstants.topUpChoicesCents.find((choice) => choice >= left);
    const amount = enough ?? Math.max(...topUpConstants.topUpChoicesCents);
    wait(40_000);
    state.balance = (await addMoney(ctx, { amount, key: randomUUID() })).balance;
    left -= amount;
  }
}

/** Chooses a game that the player does not own. Popular games are more likely. */
function chooseGame(
  session: DemoSession,
  gameIds: readonly number[],
  owned: readonly number[],
): number {
  for (;;) {
    const place = session.integer(session.integer(gameIds.length) + 1);
    const gameId = gameIds[place];
    if (gameId !== undefined && !owned.includes(gameId)) return gameId;
  }
}

async function play(state: PlayerState, count: number): Promise<void> {
  const { session, owned, plan } = state;
  const { ctx } = session;
  for (let left = count; left > 0 && owned.length > 0; ) {
    // The first games stay the favourite ones, so that some players complete their sets.
    const favourites = Math.min(Math.max(1, plan.favourites), owned.length);
    const isFavourite = session.chance(plan.favourites > 0 ? 0.8 : 0.5);
    const gameId = owned[session.integer(isFavourite ? favourites : owned.length)] ?? 0;
    const round = Math.min(left, 3 + session.integer(20));
    session.wait(60_000);
    await startPlaySession(ctx, { gameId });
    const { playCycleMs } = await getRules(ctx);
    for (let card = 0; card < round; card += 1) {
      session.wait(playCycleMs + session.integer(1_500));
      await awardCard(ctx, { gameId, key: randomUUID() });
    }
    state.cards += round;
    left -= round;
  }
}

async function idOf(db: Database, username: string): Promise<string> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, username.toLowerCase()));
  if (!user) throw new Error(`${username} was not registered.`);
  return user.id;
}

/** 8:00 UTC, `daysBefore` days before `now`. What players do alone on a day ends at 22:00. */
export function startOfDay(daysBefore: number, now: Date): Date {
  return new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysBefore, 8),
  );
}
