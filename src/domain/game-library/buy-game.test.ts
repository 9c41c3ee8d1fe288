import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ledgerEntries, ownedGames, wallets } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createGame,
  createPlayer,
  createTestCtx,
  findLedgerViolations,
} from '#test/fixtures/factories.ts';
import { buyGame } from './buy-game.ts';

const database = useDatabase({ max: 50 });

async function getBalance(id: string) {
  const [wallet] = await database.db.select().from(wallets).where(eq(wallets.userId, id));
  return wallet?.balance;
}

async function findOwnedGames(id: string) {
  return database.db.select().from(ownedGames).where(eq(ownedGames.userId, id));
}

async function createBuyerCtx(
  balance: number,
): Promise<Ctx & { actor: NonNullable<Ctx['actor']> }> {
  const actor = await createPlayer(database.db, { balance });
  return { ...createTestCtx(database.db), actor };
}

const countOutcomes = (results: PromiseSettledResult<unknown>[]) => ({
  bought: results.filter(({ status }) => status === 'fulfilled').length,
  errorCodes: results
    .filter((result) => result.status === 'rejected')
    .map((result) => result.reason.code as string),
});

describe('buying a game', () => {
  it('takes the price, writes both sides of the ledger and gives the game', async () => {
    const ctx = await createBuyerCtx(20_00);
    const game = await createGame(database.db, { name: 'Portal' });

    await buyGame(ctx, { gameId: game.id, key: randomUUID(), price: 9_99 });

    expect(await getBalance(ctx.actor.id)).toBe(10_01);
    const [owned] = await findOwnedGames(ctx.actor.id);
    expect(owned?.gameId).toBe(game.id);
    const entries = await database.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.transferId, owned?.transferId ?? ''));
    expect(entries.map(({ amount }) => amount).toSorted()).toEqual([-9_99, 9_99]);
    const own = entries.find(({ walletId }) => walletId === ctx.actor.id);
    expect(own).toMatchObject({ amount: -9_99, balanceAfter: 10_01, subject: 'Portal' });
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('charges once for 50 simultaneous purchases of one game', async () => {
    const ctx = await createBuyerCtx(100_00);
    const game = await createGame(database.db);

    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        buyGame(ctx, { gameId: game.id, key: randomUUID(), price: 9_99 }),
      ),
    );

    const { bought, errorCodes } = countOutcomes(results);
    expect(bought).toBe(1);
    expect(errorCodes).toEqual(Array(49).fill('already-owned'));
    expect(await getBalance(ctx.actor.id)).toBe(90_01);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('charges once and succeeds 50 times when one form is sent 50 times', async () => {
    const ctx = await createBuyerCtx(100_00);
    const game = await createGame(database.db);
    const key = randomUUID();

    const results = await Promise.all(
      Array.from({ length: 50 }, () => buyGame(ctx, { gameId: game.id, key, price: 9_99 })),
    );

    expect(results).toEqual(Array(50).fill({ gameId: game.id }));
    expect(await getBalance(ctx.actor.id)).toBe(90_01);
  });

  it('charges three times for 50 different games with money for three', async () => {
    const ctx = await createBuyerCtx(3 * 9_99);
    const games = await Promise.all(Array.from({ length: 50 }, () => createGame(database.db)));

    const results = await Promise.allSettled(
      games.map(({ id }) => buyGame(ctx, { gameId: id, key: randomUUID(), price: 9_99 })),
    );

    const { bought, errorCodes } = countOutcomes(results);
    expect(bought).toBe(3);
    expect(errorCodes).toEqual(Array(47).fill('not-enough-money'));
    expect(await getBalance(ctx.actor.id)).toBe(0);
    expect(await findOwnedGames(ctx.actor.id)).toHaveLength(3);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('stores nothing when it fails, and the same form can be sent again', async () => {
    const ctx = await createBuyerCtx(5_00);
    const game = await createGame(database.db);
    const key = randomUUID();

    await expect(buyGame(ctx, { gameId: game.id, key, price: 9_99 })).rejects.toThrow(
      'Not enough money.',
    );
    await expect(buyGame(ctx, { gameId: 1, key, price: 9_99 })).rejects.toThrow(
      'No game info available',
    );
    expect(await getBalance(ctx.actor.id)).toBe(5_00);
    expect(await findOwnedGames(ctx.actor.id)).toEqual([]);

    await expect(
      buyGame(
        { ...ctx, rules: { ...ctx.rules, gamePriceCents: 5_00 } },
        { gameId: game.id, key, price: 5_00 },
      ),
    ).resolves.toEqual({ gameId: game.id });
  });

  it('rejects a key that was used for another game', async () => {
    const ctx = await createBuyerCtx(50_00);
    const [first, second] = [await createGame(database.db), await createGame(database.db)];
    const key = randomUUID();
    await buyGame(ctx, { gameId: first.id, key, price: 9_99 });

    await expect(buyGame(ctx, { gameId: second.id, key, price: 9_99 })).rejects.toMatchObject({
      code: 'key-reused',
    });
    expect(await findOwnedGames(ctx.actor.id)).toHaveLength(1);
  });

  it('fails for an owned game, also with a new key', async () => {
    const ctx = await createBuyerCtx(50_00);
    const game = await createGame(database.db);
    await buyGame(ctx, { gameId: game.id, key: randomUUID(), price: 9_99 });

    await expect(buyGame(ctx, { gameId: game.id, key: randomUUID(), price: 9_99 })).rejects.toThrow(
      'You already own this game.',
    );
    expect(await getBalance(ctx.actor.id)).toBe(40_01);
  });

  it('is not available to visitors', async () => {
    const game = await createGame(database.db);
    await expect(
      buyGame(createTestCtx(database.db), { gameId: game.id, key: randomUUID(), price: 9_99 }),
    ).rejects.toMatchObject({ code: 'login-required' });
  });
});
