import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { marketCardDays, marketSales } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import type { Actor } from '../../actor.ts';
import { getPriceHistory } from './get-price-history.ts';
import { summarizeSales } from './summarize-sales.ts';

const database = useDatabase();
const kindId = 'default-crown';
let players: Actor[];

beforeAll(async () => {
  await createCardSets(database.db);
  players = await Promise.all([0, 1, 2, 3, 4, 5].map(() => createPlayer(database.db)));
});

/** Records a sale between two of the players, without moving a card. */
async function sell(gameId: number, day: string, price: number, from = 0, to = 1) {
  await database.db.insert(marketSales).values({
    itemId: randomUUID(),
    cardId: randomUUID(),
    transferId: randomUUID(),
    kindId,
    gameId,
    sellerId: players[from]?.id ?? '',
    buyerId: players[to]?.id ?? '',
    price,
    fee: 0,
    soldAt: new Date(`${day}T12:00:00Z`),
  });
}

const daysOf = (gameId: number) =>
  database.db
    .select()
    .from(marketCardDays)
    .where(eq(marketCardDays.gameId, gameId))
    .orderBy(marketCardDays.day);

describe('the summary of sales by card and day', () => {
  it('has volume and prices, and leaves out sales far from the median', async () => {
    const { id } = await createGame(database.db);
    await sell(id, '2026-03-01', 1_00, 0, 1);
    await sell(id, '2026-03-01', 1_20, 2, 3);
    await sell(id, '2026-03-02', 1_10, 0, 2);
    await sell(id, '2026-03-03', 1_00, 1, 3);
    await sell(id, '2026-03-03', 99_00, 4, 5);
    await sell(id, '2026-03-03', 1, 3, 5);
    expect(await summarizeSales(createTestCtx(database.db))).toBe(3);
    expect(await daysOf(id)).toMatchObject([
      {
        day: '2026-03-01',
        sales: 2,
        amount: 2_20,
        counted: 2,
        median: 1_10,
        low: 1_00,
        high: 1_20,
      },
      { day: '2026-03-02', sales: 1, counted: 1, median: 1_10 },
      { day: '2026-03-03', sales: 3, amount: 100_01, counted: 1, median: 1_00, high: 1_00 },
    ]);
  });

  it('counts the first sale of each pair of players on a day', async () => {
    const { id } = await createGame(database.db);
    await sell(id, '2026-03-01', 1_00, 0, 1);
    await sell(id, '2026-03-01', 2_00, 1, 0);
    await sell(id, '2026-03-01', 2_00, 0, 1);
    await summarizeSales(createTestCtx(database.db));
    expect(await daysOf(id)).toMatchObject([{ sales: 3, amount: 5_00, counted: 1, median: 1_00 }]);
  });

  it('ends when it is stopped, and the next run writes the days', async () => {
    const { id } = await createGame(database.db);
    const ctx = createTestCtx(database.db);
    await sell(id, '2026-03-01', 1_00, 0, 1);
    expect(await summarizeSales(ctx, AbortSignal.abort())).toBe(0);
    expect(await daysOf(id)).toEqual([]);
    await summarizeSales(ctx);
    expect(await daysOf(id)).toHaveLength(1);
  });

  it('adds the sales since the last run to the days that have them', async () => {
    const { id } = await createGame(database.db);
    const ctx = createTestCtx(database.db);
    await sell(id, '2026-02-01', 1_00, 0, 1);
    await summarizeSales(ctx);
    await sell(id, '2026-02-01', 1_50, 2, 3);
    await sell(id, '2026-02-04', 1_50, 2, 3);
    await summarizeSales(ctx);
    await summarizeSales(ctx);
    expect(await daysOf(id)).toMatchObject([
      { day: '2026-02-01', sales: 2, counted: 2 },
      { day: '2026-02-04', sales: 1, counted: 1 },
    ]);
  });

  it('may run twice at the same time', async () => {
    const { id } = await createGame(database.db);
    const ctx = createTestCtx(database.db);
    for (const to of [1, 2, 3]) await sell(id, '2026-02-01', 1_00, 0, to);
    await Promise.all([summarizeSales(ctx), summarizeSales(ctx), summarizeSales(ctx)]);
    expect(await daysOf(id)).toMatchObject([{ sales: 3, counted: 3 }]);
  });

  it('is read for a chart in at most 60 steps, with steps of weeks and months for long periods', async () => {
    const { id } = await createGame(database.db);
    const ctx = createTestCtx(database.db);
    await sell(id, '2024-03-01', 1_00, 0, 1);
    await sell(id, '2026-03-02', 2_00, 0, 1);
    await sell(id, '2026-03-13', 4_00, 0, 1);
    await sell(id, '2026-03-13', 3_00, 2, 3);
    await summarizeSales(ctx);
    const week = await getPriceHistory(ctx, { gameId: id, kindId, range: 'week' });
    expect(week.steps).toHaveLength(7);
    expect(week.steps.at(-2)).toMatchObject({ from: '2026-03-13', sales: 2, median: 3_50 });
    expect(week.steps[0]).toMatchObject({ from: '2026-03-08', sales: 0, median: null });
    const year = await getPriceHistory(ctx, { gameId: id, kindId, range: 'year' });
    expect(year.steps.length).toBeLessThanOrEqual(60);
    expect(year.steps.reduce((sum, { sales }) => sum + sales, 0)).toBe(3);
    const all = await getPriceHistory(ctx, { gameId: id, kindId, range: 'all' });
    expect(all.steps.length).toBeLessThanOrEqual(60);
    expect(all.steps[0]).toMatchObject({ sales: 1, median: 1_00 });
  });
});
