import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { marketCardDays, marketSales, users } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createTradedGame, kindId, storeSale } from '#test/fixtures/market.ts';
import { listTradingGains } from './list-trading-gains.ts';

const database = useDatabase();
const dayMs = 24 * 60 * 60 * 1000;
const median = 10_00;
let gameId: number;

const daysAgo = (days: number) =>
  new Date(createTestCtx(database.db).clock.now().getTime() - days * dayMs);

/** Writes a sale. The price is in cents. */
async function sell(seller: Actor, buyer: Actor, price: number, { days = 1, game = gameId } = {}) {
  const sale = { seller, buyer, price, gameId: game, soldAt: daysAgo(days) };
  await storeSale(database.db, sale);
}

async function list({ page = 1, of = null as string | null } = {}) {
  const moderator = await createPlayer(database.db, { role: 'moderator' });
  return listTradingGains(createTestCtx(database.db, { actor: moderator }), { of, page });
}

const createPlayers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createPlayer(database.db)));

beforeAll(async () => {
  gameId = await createTradedGame(database.db);
  const prices = { median, low: median, high: median };
  await database.db.insert(marketCardDays).values({
    ...{ gameId, kindId, day: utcDay(daysAgo(1)), ...prices },
    ...{ sales: 5, amount: median * 5, counted: 5 },
  });
});

beforeEach(async () => {
  await database.db.delete(marketSales);
});

it('an account that gains from many others is listed with its gain and its new partners', async () => {
  const { db } = database;
  const [gainer, second] = await createPlayers(2);
  const others = await createPlayers(3);
  if (!gainer || !second) throw new Error('An account was not created.');
  const [one, two, three] = others as [Actor, Actor, Actor];
  await db
    .update(users)
    .set({ registeredAt: daysAgo(2) })
    .where(eq(users.id, one.id));
  await db
    .update(users)
    .set({ registeredAt: daysAgo(40) })
    .where(eq(users.id, two.id));
  await db.update(users).set({ registeredAt: null }).where(eq(users.id, three.id));
  // It buys for half of the median and less, and sells for twice the median and more.
  await sell(one, gainer, 5_00);
  await sell(two, gainer, 1_00);
  await sell(gainer, three, 20_00, { days: 2 });
  await sell(gainer, three, 30_00);
  for (const other of others) await sell(second, other, 21_00);
  const { gains, total } = await list();
  expect(total).toBe(2);
  expect(gains).toMatchObject([
    {
      account: gainer.username,
      partners: 3,
      newPartners: 2,
      sales: 4,
      gain: 5_00 + 9_00 + 10_00 + 20_00,
    },
    { account: second.username, partners: 3, newPartners: 2, sales: 3, gain: 33_00 },
  ]);
  expect(gains[0]?.lastAt).toEqual(daysAgo(1));
  expect((await list({ of: second.username.toUpperCase() })).gains).toMatchObject([
    { account: second.username, gain: 33_00 },
  ]);
  expect((await list({ of: one.username })).gains).toEqual([]);
  expect((await list({ of: 'nobody' })).gains).toEqual([]);
});

it('usual prices, two partners, old sales and cards without a median do not count', async () => {
  const other = await createTradedGame(database.db);
  const [seller, ...buyers] = await createPlayers(4);
  if (!seller) throw new Error('An account was not created.');
  for (const buyer of buyers) {
    await sell(seller, buyer, 19_99);
    await sell(buyer, seller, 5_01);
    await sell(seller, buyer, 90_00, { days: 31 });
    await sell(seller, buyer, 90_00, { game: other });
  }
  for (const buyer of buyers.slice(0, 2)) await sell(seller, buyer, 90_00);
  expect((await list()).gains).toEqual([]);
});

it('is in pages', async () => {
  const buyers = await createPlayers(3);
  const sellers = await createPlayers(21);
  for (const [index, seller] of sellers.entries())
    for (const buyer of buyers) await sell(seller, buyer, 20_00 + index);
  const [first, second] = [await list(), await list({ page: 2 })];
  expect([first.gains.length, second.gains.length, first.pages, first.total]).toEqual([
    20, 1, 2, 21,
  ]);
  expect(second.gains[0]?.account).toBe(sellers[0]?.username);
});

it.each(['guest', 'player'] as const)('a %s may not read it', async (role) => {
  const ctx = createTestCtx(database.db, { actor: await createPlayer(database.db, { role }) });
  await expect(listTradingGains(ctx, { of: null, page: 1 })).rejects.toMatchObject({
    code: 'moderators-only',
  });
});
