import { beforeAll, expect, it } from 'vitest';
import { marketCardDays } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import type { PairOrder } from '#shared/constants/market/trading-pairs.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createTradedGame, kindId, storeSale } from '#test/fixtures/market.ts';
import { listTradingPairs } from './list-trading-pairs.ts';

const database = useDatabase();

const dayMs = 24 * 60 * 60 * 1000;
let gameId: number;

const daysAgo = (days: number) =>
  new Date(createTestCtx(database.db).clock.now().getTime() - days * dayMs);

/** Writes a sale. The price is in cents. */
async function sell(seller: Actor, buyer: Actor, price: number, { days = 1, game = gameId } = {}) {
  const sale = { seller, buyer, price, gameId: game, soldAt: daysAgo(days) };
  await storeSale(database.db, sale);
}

async function list(order: PairOrder, { page = 1, of = null as string | null } = {}) {
  const moderator = await createPlayer(database.db, { role: 'moderator' });
  return listTradingPairs(createTestCtx(database.db, { actor: moderator }), { of, order, page });
}

/** The pairs, each with its names in the order of the alphabet. */
const namesOf = ({ pairs }: Awaited<ReturnType<typeof list>>) =>
  pairs.map(({ one, other }) => [one, other].toSorted());

beforeAll(async () => {
  gameId = await createTradedGame(database.db);
  await database.db.insert(marketCardDays).values(
    [10_00, 9_00, 11_00].map((median, index) => ({
      gameId,
      kindId,
      day: utcDay(daysAgo(index + 1)),
      sales: 5,
      amount: median * 5,
      counted: 5,
      median,
      low: median,
      high: median,
    })),
  );
});

it('moderators see who trades with whom at what distance from the median', async () => {
  const { db } = database;
  const other = await createTradedGame(db);
  const [ada, bo, cy, di] = [
    await createPlayer(db),
    await createPlayer(db),
    await createPlayer(db),
    await createPlayer(db),
  ];
  // Ada and Bo: far below the median, in both directions, and a card without a median.
  await sell(ada, bo, 1_00);
  await sell(bo, ada, 2_00);
  await sell(ada, bo, 3_00);
  await sell(ada, bo, 50_00, { game: other });
  // Cy and Di: near the median, and more sales.
  for (let sale = 0; sale < 5; sale += 1) await sell(cy, di, 11_00);
  // One sale, and sales of an earlier month, make no pair.
  await sell(ada, cy, 1);
  await sell(bo, di, 1, { days: 31 });
  await sell(bo, di, 1, { days: 31 });

  const byDistance = await list('distance');
  const names = (one: Actor, two: Actor) => [one.username, two.username].toSorted();
  expect(namesOf(byDistance)).toEqual([names(ada, bo), names(cy, di)]);
  expect(byDistance).toMatchObject({ total: 2, pages: 1 });
  const [first, second] = byDistance.pairs;
  expect(first).toMatchObject({ amount: 56_00, ratio: 0.2, compared: 3, offers: 0 });
  const adaSold = first?.one === ada.username ? first.sold : first?.bought;
  expect([adaSold, (first?.sold ?? 0) + (first?.bought ?? 0)]).toEqual([3, 4]);
  expect(second).toMatchObject({ amount: 55_00, ratio: 1.1, compared: 5 });
  expect(namesOf(await list('trades'))).toEqual([names(cy, di), names(ada, bo)]);
  expect(namesOf(await list('value'))).toEqual([names(ada, bo), names(cy, di)]);
  expect((await list('value', { page: 2 })).pairs).toEqual([]);
  expect(namesOf(await list('value', { of: cy.username.toUpperCase() }))).toEqual([names(cy, di)]);
  expect((await list('value', { of: 'nobody' })).pairs).toEqual([]);
});

it('nobody else may read the pairs', async () => {
  for (const role of ['guest', 'player'] as const) {
    const actor = await createPlayer(database.db, { role });
    const ctx = createTestCtx(database.db, { actor });
    await expect(
      listTradingPairs(ctx, { of: null, order: 'value', page: 1 }),
    ).rejects.toMatchObject({
      code: 'moderators-only',
    });
  }
});
