import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Queryable } from '#database/client.ts';
import { cards, dailyRewards, playSessions, sessions, users, wallets } from '#database/schema.ts';
import { guestConstants, presenceConstants } from '#shared/constants/accounts.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createClock,
  createGame,
  createPlayer,
  createTestCtx,
  ledgerFaults,
} from '#test/fixtures/factories.ts';
import { createGuest } from '../accounts/registration/create-guest.ts';
import { logOut } from '../accounts/sessions/log-out.ts';
import { claimDailyReward } from '../wallet/claim-daily-reward.ts';
import { moveMoney } from '../wallet/move-money.ts';
import { retireGuests } from './retire-guests.ts';
import { suspendAccount } from './suspend-account.ts';

const database = useDatabase();

async function seenAt(id: string, at: Date) {
  await database.db.update(users).set({ lastSeenAt: at }).where(eq(users.id, id));
}

test('a guest unseen for 30 days loses name, cards and balance, once; others keep theirs', async () => {
  const { db } = database;
  const clock = createClock();
  await createCardSets(db);
  const game = await createGame(db);
  const gone = await createPlayer(db, { role: 'guest', balance: 12_34 });
  const recent = await createPlayer(db, { role: 'guest', balance: 5_00 });
  const player = await createPlayer(db, { balance: 5_00 });
  const long = new Date(clock.now().getTime() - guestConstants.unseenMs - 1_000);
  await seenAt(gone.id, long);
  await seenAt(player.id, long);
  await seenAt(recent.id, new Date(clock.now().getTime() - guestConstants.unseenMs + 1_000));
  const [kind] = await db.query.cardKinds.findMany({ limit: 1 });
  for (const { id: ownerId } of [gone, recent]) {
    await createCard(db, { ownerId, kindId: kind?.id ?? '', gameId: game.id, createdAt: long });
  }

  const answers = await Promise.all([1, 2, 3].map(() => retireGuests({ db, clock })));
  expect(answers.reduce((sum, retired) => sum + retired, 0)).toBe(1);

  const states = await db
    .select({
      id: users.id,
      name: users.displayUsername,
      balance: wallets.balance,
      card: cards.state,
    })
    .from(users)
    .innerJoin(wallets, eq(wallets.userId, users.id))
    .leftJoin(cards, eq(cards.ownerId, users.id));
  const of = (id: string) => states.find((state) => state.id === id);
  expect(of(gone.id)).toMatchObject({ balance: 0, card: 'retired' });
  expect(of(gone.id)?.name).not.toContain(gone.username);
  expect(of(recent.id)).toMatchObject({ name: recent.username, balance: 5_00, card: 'held' });
  expect(of(player.id)).toMatchObject({ name: player.username, balance: 5_00 });
  expect(await ledgerFaults(db)).toEqual([]);
  expect(await retireGuests({ db, clock })).toBe(0);
});

test('a guest that never came back after one click is retired with its session', async () => {
  const clock = createClock('2020-01-01T00:00:00Z');
  const ctx = createTestCtx(database.db, { clock });
  await createGuest(ctx);
  clock.advance(guestConstants.unseenMs - 1_000);
  expect(await retireGuests(ctx)).toBe(0);
  const before = await ctx.db.select().from(sessions);
  clock.advance(2_000);
  expect(await retireGuests(ctx)).toBe(1);
  expect((await ctx.db.select().from(sessions)).length).toBe(before.length - 1);
});

test('a guest that logged out is retired 30 days later, once, also when it logs out again too late', async () => {
  const { db } = database;
  const clock = createClock('2019-01-01T00:00:00Z');
  const actor = await createPlayer(db, { role: 'guest', balance: 3_00 });
  await seenAt(actor.id, clock.now());
  const ctx = createTestCtx(db, { clock, actor });
  await logOut(ctx);
  clock.advance(guestConstants.unseenMs - presenceConstants.onlineMs);
  expect(await retireGuests(ctx)).toBe(0);
  clock.advance(1);
  expect(await retireGuests(ctx)).toBe(1);
  const retired = () => db.select().from(users).where(eq(users.id, actor.id));
  const [before] = await retired();
  // A request that was under way: its session was read before it was ended.
  await logOut(ctx);
  clock.advance(2 * guestConstants.unseenMs);
  expect(await retireGuests(ctx)).toBe(0);
  expect(await retired()).toEqual([before]);
  expect(await ledgerFaults(db)).toEqual([]);
});

describe('a guest that acts at the moment it is retired', () => {
  /** Answers when `work` is done or waits for another's lock. */
  async function doneOrWaiting(work: Promise<unknown>): Promise<void> {
    let done = false;
    const settle = () => {
      done = true;
    };
    work.then(settle, settle);
    while (!done) {
      const { rows } = await database.db.execute(sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      if (rows.length > 0) return;
    }
  }

  async function scene() {
    const { db } = database;
    const clock = createClock();
    const { id } = await createPlayer(db, { role: 'guest', balance: 20_00 });
    await seenAt(id, new Date(clock.now().getTime() - guestConstants.unseenMs - 1_000));
    const transferId = randomUUID();
    const pay = (tx: Queryable) =>
      moveMoney(tx, {
        transferId,
        kind: 'daily-reward',
        userId: id,
        systemAccount: 'daily-rewards',
        amount: 5_00,
        subject: null,
        at: clock.now(),
      });
    const own = (tx: Queryable) =>
      tx.insert(dailyRewards).values({ userId: id, day: '2026-03-14', transferId });
    return { db, clock, id, pay, own };
  }

  test('finishes what began with its wallet', async () => {
    const { db, clock, pay, own } = await scene();
    let retiring: Promise<number> | undefined;
    await db.transaction(async (tx) => {
      await pay(tx);
      retiring = retireGuests({ db, clock });
      await doneOrWaiting(retiring);
      await own(tx);
    });
    expect(await retiring).toBe(1);
    expect(await ledgerFaults(db)).toEqual([]);
  });

  test('finishes what began with its account, and is retired another time', async () => {
    const { db, clock, pay, own } = await scene();
    let retiring: Promise<number> | undefined;
    await db.transaction(async (tx) => {
      await own(tx);
      retiring = retireGuests({ db, clock });
      await doneOrWaiting(retiring);
      await pay(tx);
    });
    expect(await retiring).toBe(0);
    expect(await retireGuests({ db, clock })).toBe(1);
    expect(await ledgerFaults(db)).toEqual([]);
  });

  test('finishes what began with its play session, and is retired another time', async () => {
    const { db, clock, id } = await scene();
    await createCardSets(db);
    const game = await createGame(db);
    const now = clock.now();
    const started = {
      userId: id,
      gameId: game.id,
      startedAt: now,
      cycleStartedAt: now,
      lastCallAt: now,
    };
    await db.insert(playSessions).values(started);
    await db.transaction(async (tx) => {
      await tx.update(playSessions).set({ endedAt: now }).where(eq(playSessions.userId, id));
      expect(await retireGuests({ db, clock })).toBe(0);
      await tx.insert(playSessions).values(started);
    });
    expect(await retireGuests({ db, clock })).toBe(1);
    const active = and(eq(playSessions.userId, id), isNull(playSessions.endedAt));
    expect(await db.$count(playSessions, active)).toBe(0);
  });

  test('gains nothing and is not seen any more once it is retired', async () => {
    const { db, clock, id } = await scene();
    expect(await retireGuests({ db, clock })).toBe(1);
    const guest = { ...(await createPlayer(db, { role: 'guest' })), id };
    const ctx = createTestCtx(db, { clock, actor: guest });
    await expect(claimDailyReward(ctx, { key: randomUUID() })).rejects.toMatchObject({
      code: 'login-required',
    });
    ctx.presence.mark(id);
    await ctx.presence.flush();
    const moderator = await createPlayer(db, { role: 'moderator' });
    const [gone] = await db.select().from(users).where(eq(users.id, id));
    const username = gone?.username ?? '';
    await suspendAccount({ ...ctx, actor: moderator }, { username, reason: 'Too late', days: 1 });
    expect(await ledgerFaults(db)).toEqual([]);
  });
});
