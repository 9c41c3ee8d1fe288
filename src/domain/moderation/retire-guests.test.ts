import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Queryable } from '#db/client.ts';
import { cards, dailyRewards, sessions, users, wallets } from '#db/schema.ts';
import { guest as limits } from '#shared/limits.ts';
import { useDatabase } from '#test/database.ts';
import {
  createCardSets,
  createClock,
  createGame,
  createPlayer,
  createTestCtx,
  ledgerFaults,
} from '#test/factories.ts';
import { createGuest } from '../accounts/create-guest.ts';
import { moveMoney } from '../money/move-money.ts';
import { retireGuests } from './retire-guests.ts';

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
  const long = new Date(clock.now().getTime() - limits.unseenMs - 1_000);
  await seenAt(gone.id, long);
  await seenAt(player.id, long);
  await seenAt(recent.id, new Date(clock.now().getTime() - limits.unseenMs + 1_000));
  const [kind] = await db.query.cardKinds.findMany({ limit: 1 });
  await db.insert(cards).values(
    [gone, recent].map(({ id }) => ({
      ownerId: id,
      kindId: kind?.id ?? '',
      gameId: game.id,
      origin: 'granted' as const,
      createdAt: long,
    })),
  );

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
  clock.advance(limits.unseenMs - 1_000);
  expect(await retireGuests(ctx)).toBe(0);
  const before = await ctx.db.select().from(sessions);
  clock.advance(2_000);
  expect(await retireGuests(ctx)).toBe(1);
  expect((await ctx.db.select().from(sessions)).length).toBe(before.length - 1);
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
    await seenAt(id, new Date(clock.now().getTime() - limits.unseenMs - 1_000));
    const pay = (tx: Queryable, amount: number) =>
      moveMoney(tx, {
        transferId: randomUUID(),
        kind: amount > 0 ? 'daily-reward' : 'game',
        userId: id,
        systemAccount: amount > 0 ? 'daily-rewards' : 'store',
        amount,
        subject: null,
        at: clock.now(),
      });
    const own = (tx: Queryable) =>
      tx.insert(dailyRewards).values({ userId: id, day: '2026-03-14', transferId: randomUUID() });
    return { db, clock, pay, own };
  }

  test('finishes what began with its wallet', async () => {
    const { db, clock, pay, own } = await scene();
    let retiring: Promise<number> | undefined;
    await db.transaction(async (tx) => {
      await pay(tx, -5_00);
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
      await pay(tx, 5_00);
    });
    expect(await retiring).toBe(0);
    expect(await retireGuests({ db, clock })).toBe(1);
    expect(await ledgerFaults(db)).toEqual([]);
  });
});
