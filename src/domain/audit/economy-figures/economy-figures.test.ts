import { randomUUID } from 'node:crypto';
import { count, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { text } from '#database/column-types.ts';
import {
  activeDays,
  cardDays,
  cardKinds,
  cards,
  economySummaryProgress,
  moneyDays,
  playerCounts,
  users,
  wallets,
} from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
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
import { deleteAccount } from '../../account-deletion/delete-account.ts';
import { createPresence } from '../../accounts/presence/presence.ts';
import type { Actor } from '../../actor.ts';
import { listCardKinds } from '../../card-sets/list-card-set.ts';
import { recycleCards } from '../../crafting/recycle-cards.ts';
import { buyGame } from '../../game-library/buy-game.ts';
import { awardCard } from '../../gameplay/award-card.ts';
import { startPlaySession } from '../../gameplay/start-play-session.ts';
import { buyListing } from '../../market/buy-listing.ts';
import { summarizeSales } from '../../market/history/summarize-sales.ts';
import { cancelOrder } from '../../market/orders/end-orders.ts';
import { placeOrder } from '../../market/orders/place-order.ts';
import { sellCards } from '../../market/selling/sell-cards.ts';
import { grantCard } from '../../moderation/accounts/grant-card.ts';
import { deleteOldRows } from '../../retention/delete-old-rows.ts';
import { addMoney } from '../../wallet/add-money.ts';
import { claimDailyReward } from '../../wallet/claim-daily-reward.ts';
import { getEconomyFigures } from './get-economy-figures.ts';
import { summarizeEconomy } from './summarize-economy.ts';

const key = () => randomUUID();
const dayMs = 24 * 60 * 60 * 1000;

describe('the figures of a history', () => {
  const database = useDatabase();
  const clock = createClock('2026-02-25T12:00:00Z');
  /** What all players have in the evening of each day. */
  const supplies = new Map<string, number>();
  const ctxOf = (actor: Actor) => {
    const base = createTestCtx(database.db, { actor, clock });
    return { ...base, rules: { ...base.rules, marketFeePercent: 10 } };
  };
  let admin: Actor;

  async function readSupply(): Promise<{ total: number; setAside: number }> {
    const [row] = await database.db
      .select({
        total: typedSql(text, sql`sum(${wallets.balance} + ${wallets.setAside})::text`),
        setAside: typedSql(text, sql`sum(${wallets.setAside})::text`),
      })
      .from(wallets);
    return { total: Number(row?.total), setAside: Number(row?.setAside) };
  }

  /** Eight days over the end of a month. Each has top-ups, rewards, games, sales with a fee, and orders. */
  beforeAll(async () => {
    const { db } = database;
    await createCardSets(db);
    admin = await createPlayer(db, { role: 'admin' });
    const [seller, buyer] = [await createPlayer(db), await createPlayer(db)];
    for (let day = 0; day < 8; day += 1) {
      const game = await createGame(db);
      for (const actor of [seller, buyer]) {
        await addMoney(ctxOf(actor), { amount: 50_00 + day, key: key() });
        await claimDailyReward(ctxOf(actor), { key: key() });
      }
      await buyGame(ctxOf(seller), { gameId: game.id, key: key(), price: 9_99 });
      await startPlaySession(ctxOf(seller), { gameId: game.id });
      clock.advance(15_000);
      const { card } = await awardCard(ctxOf(seller), { gameId: game.id, key: key() });
      const offers = [{ gameId: game.id, kindId: card.id, price: 3_01 + day, copies: 1 }];
      const { itemIds } = await sellCards(ctxOf(seller), { offers, key: key() });
      if (day !== 3) await buyListing(ctxOf(buyer), { itemId: itemIds[0] ?? '', key: key() });
      const order = { gameId: game.id, kindId: card.id, quantity: 2, price: 1_00 };
      const { orderId } = await placeOrder(ctxOf(buyer), { ...order, key: key() });
      if (day % 2 === 0) await cancelOrder(ctxOf(buyer), { orderId, key: key() });
      supplies.set(clock.now().toISOString().slice(0, 10), (await readSupply()).total);
      clock.advance(dayMs - 15_000);
    }
    await summarizeSales(ctxOf(admin));
    await summarizeEconomy(ctxOf(admin));
  });

  it('have the supply of every day, and the supply at the end is that at the start plus made minus spent', async () => {
    const { steps, money } = await getEconomyFigures(ctxOf(admin), { period: '30-days' });
    expect(steps).toHaveLength(30);
    expect(steps.at(-1)).toBe('2026-03-05');
    for (const [day, supply] of supplies) {
      expect(money.bySteps[steps.indexOf(day)]).toMatchObject({ supply });
    }
    expect(supplies.size).toBe(8);
    const { total, setAside } = await readSupply();
    expect(money).toMatchObject({ end: total, setAside });
    expect(money.setAside).toBeGreaterThan(0);
    expect(money.end).toBe(money.start + money.made - money.spent);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('have what each source made and spent', async () => {
    const { money } = await getEconomyFigures(ctxOf(admin), { period: 'all' });
    expect(money.start).toBe(0);
    const fee = [0, 1, 2, 4, 5, 6, 7].reduce((sum, day) => sum + Math.floor((301 + day) / 10), 0);
    expect(money.sources).toEqual([
      { kind: 'top-up', made: 8 * 2 * 50_00 + 2 * 28, spent: 0 },
      { kind: 'daily-reward', made: 8 * 2 * 20_00, spent: 0 },
      { kind: 'game', made: 0, spent: 8 * 9_99 },
      { kind: 'sale', made: 0, spent: fee },
    ]);
  });

  it('have the same sums by month as by day, and the earlier supply at the start of a period', async () => {
    const byMonth = await getEconomyFigures(ctxOf(admin), { period: '12-months' });
    expect(byMonth.steps).toHaveLength(12);
    expect(byMonth.steps.slice(-2)).toEqual(['2026-02', '2026-03']);
    expect(byMonth.money.bySteps.at(-2)?.supply).toBe(supplies.get('2026-02-28'));
    const later = createClock('2026-04-02T00:00:00Z');
    const after = await getEconomyFigures({ ...ctxOf(admin), clock: later }, { period: '30-days' });
    expect(after.steps[0]).toBe('2026-03-04');
    expect(after.money.start).toBe(supplies.get('2026-03-03'));
    expect(after.money.end).toBe(byMonth.money.end);
  });

  it('have the cards of each rarity that were made and sold, and their prices', async () => {
    const {
      steps,
      cards: counts,
      prices,
    } = await getEconomyFigures(ctxOf(admin), {
      period: '30-days',
    });
    const made = await database.db
      .select({ rarity: cardKinds.rarity, cards: count() })
      .from(cards)
      .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
      .groupBy(cardKinds.rarity);
    for (const { rarity, cards: drawn } of made) {
      expect(counts.byRarity.find((row) => row.rarity === rarity)).toMatchObject({ drawn });
    }
    expect(counts.byRarity.reduce((sum, { drawn }) => sum + drawn, 0)).toBe(8);
    const sold = (day: string) => counts.bySteps[steps.indexOf(day)]?.sold;
    expect([sold('2026-02-28'), sold('2026-03-01')]).toEqual([0, 1]);
    expect(prices[steps.indexOf('2026-02-25')]?.index).toBe(100);
    expect(prices[steps.indexOf('2026-02-24')]?.index).toBeNull();
  });

  it('do not change when the days are summed up again', async () => {
    const read = () =>
      Promise.all([
        database.db.select().from(moneyDays).orderBy(moneyDays.day, moneyDays.kind),
        database.db.select().from(cardDays).orderBy(cardDays.day, cardDays.rarity),
      ]);
    const before = await read();
    await database.db.update(economySummaryProgress).set({ summarizedAt: null });
    expect(await summarizeEconomy(ctxOf(admin))).toBeGreaterThan(8);
    expect(await read()).toEqual(before);
  });

  it('are summed up for yesterday until it has been over for an hour', async () => {
    const night = createClock('2026-03-20T23:00:00Z');
    const runAt = async (ms: number) => {
      night.advance(ms);
      return summarizeEconomy({ db: database.db, clock: night });
    };
    await runAt(0);
    expect(await runAt(55 * 60_000)).toBe(1);
    expect(await runAt(10 * 60_000)).toBe(2);
    expect(await runAt(60 * 60_000)).toBe(2);
    expect(await runAt(60_000)).toBe(1);
  });

  it('continue after a stop with the day that was not summed up', async () => {
    const later = createClock('2026-04-20T12:00:00Z');
    const stopping = new AbortController();
    stopping.abort();
    expect(await summarizeEconomy({ db: database.db, clock: later }, stopping.signal)).toBe(0);
    expect(await summarizeEconomy({ db: database.db, clock: later })).toBe(31);
  });

  it('are for admins only', async () => {
    const player = await createPlayer(database.db, { role: 'moderator' });
    await expect(getEconomyFigures(ctxOf(player), { period: 'all' })).rejects.toMatchObject({
      code: 'admins-only',
    });
  });
});

describe('the figures of cards', () => {
  const database = useDatabase();

  it('have granted and recycled cards, and those that were consumed', async () => {
    const { db } = database;
    await createCardSets(db);
    const game = await createGame(db);
    const admin = await createPlayer(db, { role: 'admin' });
    const collector = await createPlayer(db);
    const [common] = (await listCardKinds(db, game.id)).filter(({ rarity }) => rarity === 'common');
    if (!common) throw new Error('The set has no common card.');
    for (let copy = 0; copy < 11; copy += 1) {
      await createCard(db, { ownerId: collector.id, gameId: game.id, kindId: common.id });
    }
    const ctx = createTestCtx(db, { actor: admin });
    const grant = { username: collector.username, game: game.name, card: common.name };
    await grantCard(ctx, { ...grant, reason: 'Well done.', key: key() });
    const asCollector = { ...ctx, actor: collector };
    await recycleCards(asCollector, { gameId: game.id, rarity: 'common', key: key() });
    await summarizeEconomy(ctx);
    const { cards: counts } = await getEconomyFigures(ctx, { period: '30-days' });
    const [ofCommon, ofUncommon] = counts.byRarity;
    expect(ofCommon).toMatchObject({ granted: 1, recycled: 0, recycledAway: 10, crafted: 0 });
    expect(ofUncommon).toMatchObject({ granted: 0, recycled: 1, recycledAway: 0 });
  });
});

describe('the figures of players', () => {
  const database = useDatabase();

  it('count each account once a day and once a month, and new ones in the period of their creation', async () => {
    const { db } = database;
    const clock = createClock('2026-03-30T12:00:00Z');
    const nodes = [createPresence(db, clock), createPresence(db, clock)];
    const admin = await createPlayer(db, { role: 'admin' });
    const ctx = createTestCtx(db, { actor: admin, clock });
    const create = async (createdAt: string) => {
      const player = await createPlayer(db);
      await db
        .update(users)
        .set({ createdAt: new Date(createdAt) })
        .where(eq(users.id, player.id));
      return player.id;
    };
    const old = await create('2025-01-01T00:00:00Z');
    const recent = await create('2026-03-30T10:00:00Z');
    const see = async (...ids: string[]) => {
      for (const node of nodes) {
        for (const id of ids) node.markSeen(id);
        await node.flush();
      }
    };
    await see(old, recent);
    clock.advance(60_000);
    await see(old, recent);
    clock.advance(dayMs);
    await see(recent);
    clock.advance(dayMs);
    await see(old, recent);
    await summarizeEconomy(ctx);
    const byDay = await getEconomyFigures(ctx, { period: '30-days' });
    expect(byDay.players.slice(-4)).toEqual([
      null,
      { step: '2026-03-30', active: 2, created: 1 },
      { step: '2026-03-31', active: 1, created: 0 },
      { step: '2026-04-01', active: 2, created: 0 },
    ]);
    const byMonth = await getEconomyFigures(ctx, { period: '12-months' });
    expect(byMonth.players.slice(-2)).toEqual([
      { step: '2026-03', active: 2, created: 1 },
      { step: '2026-04', active: 2, created: 0 },
    ]);
  });

  it('stay when an account is deleted or its days are purged, which leaves no row of it', async () => {
    const { db } = database;
    const clock = createClock('2026-06-01T12:00:00Z');
    const presence = createPresence(db, clock);
    const [leaving, staying] = [await createPlayer(db), await createPlayer(db)];
    for (const { id } of [leaving, staying]) presence.markSeen(id);
    await presence.flush();
    await summarizeEconomy({ db, clock });
    const daysOf = ({ id }: Actor) => db.$count(activeDays, eq(activeDays.userId, id));
    const countOf = async (period: string) =>
      (await db.select().from(playerCounts).where(eq(playerCounts.period, period)))[0]?.active;
    expect([await daysOf(leaving), await countOf('2026-06-01')]).toEqual([1, 2]);
    clock.advance(2 * dayMs);
    const ctx = createTestCtx(db, { actor: leaving, clock });
    const requireAllowed = async () => undefined;
    await deleteAccount(ctx, { accountId: leaving.id, removesTexts: false, requireAllowed });
    expect(await daysOf(leaving)).toBe(0);
    await summarizeEconomy({ db, clock });
    await deleteOldRows({ db, clock });
    expect(await daysOf(staying)).toBe(1);
    clock.advance(400 * dayMs);
    await deleteOldRows({ db, clock });
    expect(await daysOf(staying)).toBe(0);
    await summarizeEconomy({ db, clock });
    expect([await countOf('2026-06-01'), await countOf('2026-06')]).toEqual([2, 2]);
  });
});
