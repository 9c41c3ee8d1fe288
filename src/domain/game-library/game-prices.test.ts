import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminLog, gameSales, ledgerEntries, ownedGames } from '#database/schema.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { readBalance } from '#test/fixtures/market.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { auditEconomy } from '../audit/audit-economy.ts';
import { addSale, endSale } from '../catalog/prices/change-sales.ts';
import { readPrice, readPrices } from '../catalog/prices/read-prices.ts';
import { setGamePrice } from '../catalog/prices/set-game-price.ts';
import { buyGame } from './buy-game.ts';
import { buyGameByName } from './buy-game-by-name.ts';

const database = useDatabase({ max: 40 });
useRaceChecks(database);

const key = () => randomUUID();
const minuteMs = 60_000;

/** A game, an editor, and a function that creates a buyer on the same clock. */
async function createFixture() {
  const { db } = database;
  const game = await createGame(db);
  const base = createTestCtx(db);
  const { testClock: clock } = base;
  const editor = { ...base, actor: await createPlayer(db, { furtherRoles: [catalogEditor] }) };
  const createBuyer = async (balance = 100_00) => ({
    ...base,
    actor: await createPlayer(db, { balance }),
  });
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms);
  return { db, game, gameId: game.id, base, clock, editor, createBuyer, inMs };
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message }) => (code === 'price-changed' ? message : code) as string,
  );

describe('the price of a game', () => {
  it('is GAME_PRICE, then its own, then that of a sale', async () => {
    const { gameId, editor, inMs, clock } = await createFixture();
    expect(await readPrice(editor, gameId)).toBe(9_99);
    await setGamePrice(editor, { gameId, price: 20_00 });
    expect(await readPrice(editor, gameId)).toBe(20_00);
    const endsAt = inMs(2 * minuteMs);
    await addSale(editor, { gameId, price: 5_00, startsAt: inMs(minuteMs), endsAt });
    expect(await readPrice(editor, gameId)).toBe(20_00);
    clock.advance(minuteMs);
    expect((await readPrices(editor, [gameId])).byGame[gameId]).toEqual({
      cents: 5_00,
      regularCents: 20_00,
      saleEndsAt: endsAt,
    });
    clock.advance(minuteMs);
    expect(await readPrice(editor, gameId)).toBe(20_00);
    await setGamePrice(editor, { gameId, price: null });
    expect(await readPrice(editor, gameId)).toBe(9_99);
  });

  it('is changed by catalog editors and admins only, and the log has each change', async () => {
    const { db, gameId, editor, base, clock, inMs } = await createFixture();
    const sale = { gameId, price: 1_00, startsAt: inMs(0), endsAt: inMs(minuteMs) };
    for (const role of ['visitor', 'guest', 'player', 'moderator'] as const) {
      const actor = role === 'visitor' ? null : await createPlayer(db, { role });
      const code = role === 'visitor' ? 'login-required' : 'catalog-editors-only';
      const ctx = { ...base, actor };
      expect(await outcomeOf(setGamePrice(ctx, { gameId, price: 1 }))).toBe(code);
      expect(await outcomeOf(addSale(ctx, sale))).toBe(code);
      expect(await outcomeOf(endSale(ctx, { gameId, saleId: key() }))).toBe(code);
    }
    const admin = { ...base, actor: await createPlayer(db, { role: 'admin' }) };
    await setGamePrice(admin, { gameId, price: 3_00 });
    const { saleId } = await addSale(editor, sale);
    clock.advance(10);
    await endSale(editor, { gameId, saleId });
    expect(await outcomeOf(endSale(editor, { gameId, saleId }))).toBe('sale-not-found');
    expect(await outcomeOf(setGamePrice(editor, { gameId: 1, price: 1 }))).toBe('game-not-found');
    const logged = await db
      .select({ act: adminLog.act, by: adminLog.accountId })
      .from(adminLog)
      .where(eq(adminLog.subject, String(gameId)))
      .orderBy(adminLog.id);
    expect(logged).toEqual([
      { act: 'set-price', by: admin.actor.id },
      { act: 'add-sale', by: editor.actor.id },
      { act: 'end-sale', by: editor.actor.id },
    ]);
  });

  it('has no sales that overlap, end before they begin, last too long, or are too many', async () => {
    const { db, gameId, editor, inMs } = await createFixture();
    const add = (from: number, to: number) =>
      outcomeOf(addSale(editor, { gameId, price: 1, startsAt: inMs(from), endsAt: inMs(to) }));
    expect(await add(2, 1)).toBe('sale-in-past');
    expect(await add(-20, -10)).toBe('sale-in-past');
    expect(await add(0, 366 * 24 * 60 * minuteMs)).toBe('sale-too-long');
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => add(0, minuteMs)));
    expect(outcomes.toSorted()).toEqual(['done', ...Array(3).fill('sale-overlaps')]);
    expect(await add(minuteMs - 1, 2 * minuteMs)).toBe('sale-overlaps');
    for (let number = 1; number < 20; number += 1) {
      expect(await add(number * minuteMs, (number + 1) * minuteMs)).toBe('done');
    }
    expect(await add(30 * minuteMs, 31 * minuteMs)).toBe('too-many-sales');
    expect(await db.$count(gameSales, eq(gameSales.gameId, gameId))).toBe(20);
  });
});

describe('buying a game', () => {
  it('in the moment a sale starts costs the sale, in the moment it ends the price without it', async () => {
    const { gameId, editor, inMs, clock, createBuyer } = await createFixture();
    await addSale(editor, {
      gameId,
      price: 5_00,
      startsAt: inMs(1_000),
      endsAt: inMs(2_000),
    });
    const buy = async (price: number) => {
      const buyer = await createBuyer();
      const outcome = await outcomeOf(buyGame(buyer, { gameId, key: key(), price }));
      return [outcome, await readBalance(database.db, buyer.actor)];
    };
    clock.advance(999);
    expect(await buy(5_00)).toEqual(['The price has changed to $9.99.', 100_00]);
    expect(await buy(9_99)).toEqual(['done', 90_01]);
    clock.advance(1);
    expect(await buy(9_99)).toEqual(['The price has changed to $5.00.', 100_00]);
    expect(await buy(5_00)).toEqual(['done', 95_00]);
    clock.advance(999);
    expect(await buy(5_00)).toEqual(['done', 95_00]);
    clock.advance(1);
    expect(await buy(5_00)).toEqual(['The price has changed to $9.99.', 100_00]);
    expect(await buy(9_99)).toEqual(['done', 90_01]);
  });

  it('stores nothing when the price has changed, and repeats the first answer after a later change', async () => {
    const { db, gameId, editor, createBuyer } = await createFixture();
    const buyer = await createBuyer();
    await setGamePrice(editor, { gameId, price: 2_00 });
    const form = { gameId, key: key(), price: 2_00 };
    expect(await outcomeOf(buyGame(buyer, { ...form, price: 9_99 }))).toBe(
      'The price has changed to $2.00.',
    );
    expect(await db.$count(ownedGames, eq(ownedGames.userId, buyer.actor.id))).toBe(0);
    await buyGame(buyer, form);
    await setGamePrice(editor, { gameId, price: 7_00 });
    expect(await buyGame(buyer, form)).toEqual({ gameId });
    expect(await outcomeOf(buyGame(buyer, { ...form, key: key() }))).toBe('already-owned');
    expect(await readBalance(db, buyer.actor)).toBe(98_00);
  });

  it('that is free moves no money, once, also with 20 forms at once', async () => {
    const { db, gameId, editor, createBuyer } = await createFixture();
    const buyer = await createBuyer(0);
    const form = { gameId, key: key(), price: 0 };
    expect(await outcomeOf(buyGame(buyer, form))).toBe('The price has changed to $9.99.');
    await setGamePrice(editor, { gameId, price: 0 });
    expect(await outcomeOf(buyGame(buyer, { ...form, gameId: 1 }))).toBe('game-not-found');
    const same = await Promise.all(Array.from({ length: 10 }, () => buyGame(buyer, form)));
    expect(same).toEqual(Array(10).fill({ gameId }));
    const others = await Promise.all(
      Array.from({ length: 10 }, () => outcomeOf(buyGame(buyer, { ...form, key: key() }))),
    );
    expect(others).toEqual(Array(10).fill('already-owned'));
    expect(await db.$count(ledgerEntries, eq(ledgerEntries.walletId, buyer.actor.id))).toBe(0);
    await setGamePrice(editor, { gameId, price: 4_00 });
    expect(await buyGame(buyer, form)).toEqual({ gameId });
  });

  it('by its name takes exactly minus its current price', async () => {
    const { game, gameId, editor, createBuyer } = await createFixture();
    await setGamePrice(editor, { gameId, price: 4_50 });
    const buyer = await createBuyer();
    const buy = (amount: number | null) =>
      buyGameByName(buyer, { game: game.name, amount, key: key() });
    for (const amount of [-9_99, 4_50, 0, null, -4_49]) {
      await expect(buy(amount)).rejects.toThrow('This game costs $4.50: the amount must be -4.50.');
    }
    await buy(-4_50);
    expect(await readBalance(database.db, buyer.actor)).toBe(95_50);
  });

  it('on a node whose clock is behind passes the audit, also when the price was just taken back', async () => {
    const { db, gameId, editor, clock, createBuyer } = await createFixture();
    await setGamePrice(editor, { gameId, price: 4_00 });
    clock.advance(60 * minuteMs);
    await setGamePrice(editor, { gameId, price: null });
    const buyer = await createBuyer();
    const behind = { now: () => new Date(clock.now().getTime() - 5_000) };
    await buyGame({ ...buyer, clock: behind }, { gameId, key: key(), price: 9_99 });
    const { violations } = await auditEconomy({ db });
    expect(violations).toEqual([]);
  });

  it('while its price changes costs what the buyer saw, or nothing', async () => {
    const { db, gameId, editor, createBuyer, inMs } = await createFixture();
    const prices = [0, 1_00, 2_00, 3_00];
    const buyers = await Promise.all(Array.from({ length: 24 }, () => createBuyer()));
    const changes = prices.map((price) => setGamePrice(editor, { gameId, price }));
    const sale = outcomeOf(
      addSale(editor, { gameId, price: 50, startsAt: inMs(0), endsAt: inMs(minuteMs) }),
    );
    const results = await Promise.all(
      buyers.map(async (buyer, index) => {
        const price = [50, ...prices][index % 5] ?? 0;
        const outcome = await outcomeOf(buyGame(buyer, { gameId, key: key(), price }));
        return { buyer, price, outcome };
      }),
    );
    await Promise.all([...changes, sale]);
    for (const { buyer, price, outcome } of results) {
      const paid = outcome === 'done' ? price : 0;
      expect(await readBalance(db, buyer.actor)).toBe(100_00 - paid);
    }
  });
});

it('a purchase in a sale that another node removes at the same time is refused', async () => {
  const { db, gameId, editor, createBuyer, inMs } = await createFixture();
  const startsAt = inMs(1);
  await addSale(editor, { gameId, price: 5_00, startsAt, endsAt: inMs(minuteMs) });
  const buyer = { ...(await createBuyer()), clock: { now: () => startsAt } };
  let bought: Promise<string> | undefined;
  await db.transaction(async (tx) => {
    await tx.delete(gameSales).where(eq(gameSales.gameId, gameId));
    bought = outcomeOf(buyGame(buyer, { gameId, key: key(), price: 5_00 }));
    await expect
      .poll(async () => {
        const waiting = await db.execute(sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return waiting.rowCount;
      })
      .toBe(1);
  });
  expect(await bought).toBe('The price has changed to $9.99.');
  expect(await readBalance(db, buyer.actor)).toBe(100_00);
  expect(await db.$count(ownedGames, eq(ownedGames.gameId, gameId))).toBe(0);
});
