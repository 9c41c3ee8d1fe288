import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { wallets } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx, findLedgerViolations } from '#test/fixtures/factories.ts';
import { addMoney } from './add-money.ts';
import { claimDailyReward } from './claim-daily-reward.ts';
import { getDailyReward } from './get-daily-reward.ts';
import { iterateWalletEntries, listWalletEntries } from './list-wallet-entries.ts';

const database = useDatabase({ max: 50 });

async function getBalance(id: string) {
  const [wallet] = await database.db.select().from(wallets).where(eq(wallets.userId, id));
  return wallet?.balance;
}

async function createPlayerCtx(options: Parameters<typeof createPlayer>[1] = {}) {
  const actor = await createPlayer(database.db, options);
  const base = createTestCtx(database.db);
  return { ...base, actor };
}

describe('adding money', () => {
  it('credits the wallet and appears in the statement', async () => {
    const ctx = await createPlayerCtx();

    const added = await addMoney(ctx, { amount: 50_00, key: randomUUID() });

    expect(added).toEqual({ amount: 50_00, balance: 50_00 });
    const { entries } = await listWalletEntries(ctx, { page: 1 });
    expect(entries).toMatchObject([{ kind: 'top-up', amount: 50_00, balanceAfter: 50_00 }]);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it.each([0, 99, 500_01, -5_00, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e15])(
    'of %d cents is rejected and changes nothing',
    async (amount) => {
      const ctx = await createPlayerCtx();
      await expect(addMoney(ctx, { amount, key: randomUUID() })).rejects.toMatchObject({
        code: 'bad-input',
      });
      expect(await getBalance(ctx.actor.id)).toBe(0);
    },
  );

  it('respects the daily limit with 50 simultaneous forms, and the limit starts again the next day', async () => {
    const ctx = await createPlayerCtx();

    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => addMoney(ctx, { amount: 100_00, key: randomUUID() })),
    );

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await getBalance(ctx.actor.id)).toBe(500_00);
    await expect(addMoney(ctx, { amount: 1_00, key: randomUUID() })).rejects.toThrow(
      'You can add at most $500.00 a day. Today you cannot add more: come back tomorrow.',
    );
    ctx.testClock.advance(12 * 60 * 60 * 1000);
    await addMoney(ctx, { amount: 1_00, key: randomUUID() });
    expect(await getBalance(ctx.actor.id)).toBe(501_00);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('never raises a balance above its limit, and a failed attempt does not count for the day', async () => {
    const ctx = await createPlayerCtx({ balance: 99_900_00 });
    await expect(addMoney(ctx, { amount: 500_00, key: randomUUID() })).rejects.toMatchObject({
      code: 'balance-limit',
    });
    await addMoney(ctx, { amount: 100_00, key: randomUUID() });
    expect(await getBalance(ctx.actor.id)).toBe(100_000_00);
  });

  it('returns the first answer for a repeated form and rejects its key for another amount', async () => {
    const ctx = await createPlayerCtx();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => addMoney(ctx, { amount: 20_00, key })),
    );
    expect(answers).toEqual(Array(20).fill({ amount: 20_00, balance: 20_00 }));
    await expect(addMoney(ctx, { amount: 30_00, key })).rejects.toMatchObject({
      code: 'key-reused',
    });
    expect(await getBalance(ctx.actor.id)).toBe(20_00);
  });

  it('is rejected for guests', async () => {
    const ctx = await createPlayerCtx({ role: 'guest' });
    await expect(addMoney(ctx, { amount: 5_00, key: randomUUID() })).rejects.toMatchObject({
      code: 'guest-not-allowed',
    });
  });
});

describe('the daily reward', () => {
  it('is paid once when it is claimed 50 times at the same time', async () => {
    const ctx = await createPlayerCtx();

    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => claimDailyReward(ctx, { key: randomUUID() })),
    );

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getBalance(ctx.actor.id)).toBe(20_00);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('can be claimed again on the next UTC day, and the error says when', async () => {
    const ctx = await createPlayerCtx({ role: 'guest' });
    expect(await getDailyReward(ctx)).toMatchObject({ claimable: true, amount: 20_00 });
    await claimDailyReward(ctx, { key: randomUUID() });
    expect(await getDailyReward(ctx)).toEqual({
      claimable: false,
      amount: 20_00,
      nextAt: '2026-03-15T00:00:00.000Z',
    });

    ctx.testClock.advance(12 * 60 * 60 * 1000 - 1);
    await expect(claimDailyReward(ctx, { key: randomUUID() })).rejects.toMatchObject({
      code: 'already-claimed',
      details: { retryAfterMs: 1 },
    });
    ctx.testClock.advance(1);
    await claimDailyReward(ctx, { key: randomUUID() });
    expect(await getBalance(ctx.actor.id)).toBe(40_00);
  });
});

describe('the wallet statement', () => {
  it('lists the actor’s own entries only, newest first, by pages and in full', async () => {
    const ctx = await createPlayerCtx();
    const other = await createPlayerCtx({ balance: 7_77 });
    for (let index = 1; index <= 25; index += 1) {
      await addMoney(ctx, { amount: index * 1_00, key: randomUUID() });
    }

    const first = await listWalletEntries(ctx, { page: 1 });
    const second = await listWalletEntries(ctx, { page: 2 });
    expect(first.pages).toBe(2);
    expect(first.entries.map(({ amount }) => amount / 100)).toEqual(
      Array.from({ length: 20 }, (_, index) => 25 - index),
    );
    expect(second.entries.map(({ amount }) => amount / 100)).toEqual([5, 4, 3, 2, 1]);

    const all = await Array.fromAsync(iterateWalletEntries(ctx, 10));
    expect(all.map(({ amount }) => amount)).toEqual(
      [...first.entries, ...second.entries].map(({ amount }) => amount),
    );
    expect((await listWalletEntries(other, { page: 1 })).entries).toHaveLength(1);
  });

  it('is not available to visitors', async () => {
    const visitor = createTestCtx(database.db);
    await expect(listWalletEntries(visitor, { page: 1 })).rejects.toMatchObject({
      code: 'login-required',
    });
  });
});
