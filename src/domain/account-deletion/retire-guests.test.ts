import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Queryable } from '#database/client.ts';
import {
  activity,
  cards,
  dailyRewards,
  playSessions,
  preferences,
  sessions,
  showcaseItems,
  users,
  wallets,
  wishlistItems,
} from '#database/schema.ts';
import { guestConstants } from '#shared/constants/accounts/guests.ts';
import { presenceConstants } from '#shared/constants/accounts/presence.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createClock,
  createGame,
  createPlayer,
  createTestCtx,
  findLedgerViolations,
} from '#test/fixtures/factories.ts';
import { createGuest } from '../accounts/registration/create-guest.ts';
import { logOut } from '../accounts/sessions/log-out.ts';
import { moveMoney } from '../ledger/move-money.ts';
import { suspendAccount } from '../moderation/suspension/suspend-account.ts';
import { claimDailyReward } from '../wallet/claim-daily-reward.ts';
import { retireGuests } from './retire-guests.ts';

const database = useDatabase();

async function setLastSeen(id: string, at: Date) {
  await database.db.update(users).set({ lastSeenAt: at }).where(eq(users.id, id));
}

test('a guest that was not seen for 30 days is retired once, and other accounts are not changed', async () => {
  const { db } = database;
  const clock = createClock();
  await createCardSets(db);
  const game = await createGame(db);
  const inactive = await createPlayer(db, { role: 'guest', balance: 12_34 });
  const recent = await createPlayer(db, { role: 'guest', balance: 5_00 });
  const player = await createPlayer(db, { balance: 5_00 });
  const longAgo = new Date(clock.now().getTime() - guestConstants.inactiveMs - 1_000);
  await setLastSeen(inactive.id, longAgo);
  await setLastSeen(player.id, longAgo);
  await setLastSeen(recent.id, new Date(clock.now().getTime() - guestConstants.inactiveMs + 1_000));
  const [kind] = await db.query.cardKinds.findMany({ limit: 1 });
  for (const { id: ownerId } of [inactive, recent]) {
    await createCard(db, { ownerId, kindId: kind?.id ?? '', gameId: game.id, createdAt: longAgo });
  }

  const results = await Promise.all([1, 2, 3].map(() => retireGuests({ db, clock })));
  expect(results.reduce((sum, retired) => sum + retired, 0)).toBe(1);

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
  const stateOf = (id: string) => states.find((state) => state.id === id);
  expect(stateOf(inactive.id)).toMatchObject({ balance: 0, card: 'retired' });
  expect(stateOf(inactive.id)?.name).not.toContain(inactive.username);
  expect(stateOf(recent.id)).toMatchObject({ name: recent.username, balance: 5_00, card: 'held' });
  expect(stateOf(player.id)).toMatchObject({ name: player.username, balance: 5_00 });
  expect(await findLedgerViolations(db)).toEqual([]);
  expect(await retireGuests({ db, clock })).toBe(0);
});

test('a retired guest leaves no wishes, showcase or activity, and stays unnamed in sales', async () => {
  const { db } = database;
  const clock = createClock('2018-01-01T00:00:00Z');
  const [inactive, recent] = [
    await createPlayer(db, { role: 'guest' }),
    await createPlayer(db, { role: 'guest' }),
  ];
  const now = clock.now();
  for (const { id: userId } of [inactive, recent]) {
    const chosen = { userId, gameId: 1, kindId: 'default-crown' };
    await db.insert(wishlistItems).values({ ...chosen, alertPrice: 1_00, addedAt: now });
    await db.insert(showcaseItems).values({ ...chosen, position: 1 });
    await db.insert(activity).values({ ...chosen, kind: 'legendary-drawn', at: now });
    await db
      .insert(preferences)
      .values({ userId, isNamedInSales: false, profileFrame: 'slate', updatedAt: now });
    await setLastSeen(userId, now);
  }
  clock.advance(guestConstants.inactiveMs + 1_000);
  await setLastSeen(recent.id, clock.now());
  expect(await retireGuests({ db, clock })).toBe(1);

  const count = async ({ id }: { id: string }) =>
    (await db.$count(wishlistItems, eq(wishlistItems.userId, id))) +
    (await db.$count(showcaseItems, eq(showcaseItems.userId, id))) +
    (await db.$count(activity, eq(activity.userId, id)));
  expect([await count(inactive), await count(recent)]).toEqual([0, 3]);
  const [kept] = await db.select().from(preferences).where(eq(preferences.userId, inactive.id));
  expect(kept).toMatchObject({ isNamedInSales: false, profileFrame: null });
  // No guest of this test is left for the others.
  clock.advance(guestConstants.inactiveMs + 1_000);
  expect(await retireGuests({ db, clock })).toBe(1);
});

test('a guest that never came back after its creation is retired with its session', async () => {
  const clock = createClock('2020-01-01T00:00:00Z');
  const ctx = createTestCtx(database.db, { clock });
  await createGuest(ctx);
  clock.advance(guestConstants.inactiveMs - 1_000);
  expect(await retireGuests(ctx)).toBe(0);
  const before = await ctx.db.select().from(sessions);
  clock.advance(2_000);
  expect(await retireGuests(ctx)).toBe(1);
  expect((await ctx.db.select().from(sessions)).length).toBe(before.length - 1);
});

test('a guest that logged out is retired once, 30 days later, even if it logs out again afterwards', async () => {
  const { db } = database;
  const clock = createClock('2019-01-01T00:00:00Z');
  const actor = await createPlayer(db, { role: 'guest', balance: 3_00 });
  await setLastSeen(actor.id, clock.now());
  const ctx = createTestCtx(db, { clock, actor });
  await logOut(ctx);
  clock.advance(guestConstants.inactiveMs - presenceConstants.onlineMs);
  expect(await retireGuests(ctx)).toBe(0);
  clock.advance(1);
  expect(await retireGuests(ctx)).toBe(1);
  const retired = () => db.select().from(users).where(eq(users.id, actor.id));
  const [before] = await retired();
  // A request that was still running: its session was read before it ended.
  await logOut(ctx);
  clock.advance(2 * guestConstants.inactiveMs);
  expect(await retireGuests(ctx)).toBe(0);
  expect(await retired()).toEqual([before]);
  expect(await findLedgerViolations(db)).toEqual([]);
});

describe('a guest that acts at the moment of its retirement', () => {
  /** Resolves when `work` is done or waits for a lock. */
  async function waitUntilDoneOrBlocked(work: Promise<unknown>): Promise<void> {
    let done = false;
    const settle = () => {
      done = true;
    };
    work.then(settle, settle);
    while (!done) {
      const { rowCount } = await database.db.execute(sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      if (rowCount) return;
    }
  }

  async function createInactiveGuest() {
    const { db } = database;
    const clock = createClock();
    const { id } = await createPlayer(db, { role: 'guest', balance: 20_00 });
    await setLastSeen(id, new Date(clock.now().getTime() - guestConstants.inactiveMs - 1_000));
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
    const claimReward = (tx: Queryable) =>
      tx.insert(dailyRewards).values({ userId: id, day: '2026-03-14', transferId });
    return { db, clock, id, pay, claimReward };
  }

  test('finishes a transaction that has locked its wallet, and is then retired', async () => {
    const { db, clock, pay, claimReward } = await createInactiveGuest();
    let retiring: Promise<number> | undefined;
    await db.transaction(async (tx) => {
      await pay(tx);
      retiring = retireGuests({ db, clock });
      await waitUntilDoneOrBlocked(retiring);
      await claimReward(tx);
    });
    expect(await retiring).toBe(1);
    expect(await findLedgerViolations(db)).toEqual([]);
  });

  test('finishes a transaction that has locked its account, and is retired by a later run', async () => {
    const { db, clock, pay, claimReward } = await createInactiveGuest();
    let retiring: Promise<number> | undefined;
    await db.transaction(async (tx) => {
      await claimReward(tx);
      retiring = retireGuests({ db, clock });
      await waitUntilDoneOrBlocked(retiring);
      await pay(tx);
    });
    expect(await retiring).toBe(0);
    expect(await retireGuests({ db, clock })).toBe(1);
    expect(await findLedgerViolations(db)).toEqual([]);
  });

  test('finishes a transaction that has locked its play session, and is retired by a later run', async () => {
    const { db, clock, id } = await createInactiveGuest();
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

  test('gains nothing and gets no last-seen time once it is retired', async () => {
    const { db, clock, id } = await createInactiveGuest();
    expect(await retireGuests({ db, clock })).toBe(1);
    const guest = { ...(await createPlayer(db, { role: 'guest' })), id };
    const ctx = createTestCtx(db, { clock, actor: guest });
    await expect(claimDailyReward(ctx, { key: randomUUID() })).rejects.toMatchObject({
      code: 'login-required',
    });
    ctx.accounts.presence.markSeen(id);
    await ctx.accounts.presence.flush();
    const moderator = await createPlayer(db, { role: 'moderator' });
    const [retired] = await db.select().from(users).where(eq(users.id, id));
    const username = retired?.username ?? '';
    await suspendAccount({ ...ctx, actor: moderator }, { username, reason: 'Too late', days: 1 });
    expect(await findLedgerViolations(db)).toEqual([]);
  });
});
