import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { register } from '#domain/accounts/registration/register.ts';
import { logOut } from '#domain/accounts/sessions/log-out.ts';
import { startSession } from '#domain/accounts/sessions/start-session.ts';
import type { Actor } from '#domain/base-context.ts';
import { awardCard } from '#domain/gameplay/award-card.ts';
import { startPlaySession } from '#domain/gameplay/start-session.ts';
import { buyGame } from '#domain/library/buy-game.ts';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { addMoney } from '#domain/wallet/add-money.ts';
import { claimDailyReward } from '#domain/wallet/claim-daily-reward.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { registerInput } from '#shared/schemas/accounts.ts';
import { editProfileInput } from '#shared/schemas/profiles.ts';
import { host } from './people.ts';
import type { Plan } from './plan.ts';
import { createWorld, type DemoParts, type World } from './world.ts';

/** A player on the way through its past. */
interface Life {
  world: World;
  balance: number;
  owned: number[];
  cards: number;
}

/**
 * Lives one player's past through the use cases of the application, day by day.
 * @param gameIds the catalogue, what people like most first.
 */
export async function livePast(parts: DemoParts, plan: Plan, gameIds: readonly number[]) {
  const { person, days } = plan;
  const world = createWorld(parts, person.username, someTimeOn(days[0] ?? 1, parts.now));
  const life: Life = { world, balance: 0, owned: [], cards: 0 };
  const actor = await join(world, plan);
  for (const [index, day] of days.entries()) {
    const daysLeft = days.length - index;
    if (index > 0) world.moveTo(someTimeOn(day, parts.now));
    world.wait(world.integer(12 * 60 * 60 * 1000));
    if (index === 0 || world.chance(0.7)) {
      life.balance = (await claimDailyReward(world.ctx, { key: randomUUID() })).balance;
    }
    await shop(life, Math.ceil((plan.games - life.owned.length) / daysLeft), gameIds);
    await play(life, Math.ceil((plan.cards - life.cards) / daysLeft));
    world.ctx.presence.mark(actor.id);
  }
  await world.ctx.presence.flush();
  await logOut(world.ctx);
}

async function join(world: World, { person }: Plan): Promise<Actor> {
  const { username, email, ...shown } = person;
  await register(world.ctx, registerInput.parse({ username, email, password: host.password }));
  // Not the log-in itself, which would hash each password once more.
  const id = await idOf(world.ctx.db, username);
  const actor = await world.enter(await startSession(world.ctx, id));
  await editProfile(world.ctx, editProfileInput.parse(shown));
  return actor;
}

async function shop(life: Life, count: number, gameIds: readonly number[]): Promise<void> {
  const { world, owned } = life;
  const price = world.ctx.rules.gamePriceCents;
  // Some only save up.
  const wanted = count * price + (world.chance(0.4) ? world.integer(30_00) : 0);
  if (life.balance < wanted) await topUp(life, wanted - life.balance);
  for (let bought = 0; bought < count; bought += 1) {
    const gameId = chooseGame(world, gameIds, owned);
    world.wait(20_000 + world.integer(300_000));
    await buyGame(world.ctx, { gameId, key: randomUUID() });
    life.balance -= price;
    owned.push(gameId);
  }
}

/** Adds at least `missing` cents, by the buttons that people press. */
async function topUp(life: Life, missing: number): Promise<void> {
  const { ctx, wait } = life.world;
  for (let left = missing; left > 0; ) {
    const enough = topUpConstants.topUpChoicesCents.find((choice) => choice >= left);
    const amount = enough ?? Math.max(...topUpConstants.topUpChoicesCents);
    wait(40_000);
    life.balance = (await addMoney(ctx, { amount, key: randomUUID() })).balance;
    left -= amount;
  }
}

/** What many like is bought by many; each game once. */
function chooseGame(world: World, gameIds: readonly number[], owned: readonly number[]): number {
  for (;;) {
    const place = world.integer(world.integer(gameIds.length) + 1);
    const gameId = gameIds[place];
    if (gameId !== undefined && !owned.includes(gameId)) return gameId;
  }
}

async function play(life: Life, count: number): Promise<void> {
  const { world, owned } = life;
  const { ctx } = world;
  for (let left = count; left > 0 && owned.length > 0; ) {
    const gameId = owned[world.integer(owned.length)] ?? 0;
    const round = Math.min(left, 3 + world.integer(20));
    world.wait(60_000);
    await startPlaySession(ctx, { gameId });
    for (let card = 0; card < round; card += 1) {
      world.wait(ctx.rules.playCycleMs + world.integer(1_500));
      await awardCard(ctx, { gameId, key: randomUUID() });
    }
    life.cards += round;
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

/** Eight in the morning, UTC, so many days before `now`: a day's story ends before its midnight. */
function someTimeOn(daysBefore: number, now: Date): Date {
  return new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysBefore, 8),
  );
}
