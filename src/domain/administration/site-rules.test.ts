import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { marketSales, ownedGames, siteSettingChanges, siteSettings } from '#database/schema.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createListings, createTradedGame, readBalance } from '#test/fixtures/market.ts';
import { createEditorCtx, createGameOfSite, saveCards } from '#test/fixtures/own-sets.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import { auditEconomy } from '../audit/audit-economy.ts';
import { listCardSet } from '../card-sets/list-card-set.ts';
import { readPrice, readPrices } from '../catalog/prices/read-prices.ts';
import { setGamePrice } from '../catalog/prices/set-game-price.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { startPlaySession } from '../gameplay/start-play-session.ts';
import { buyListing } from '../market/buy-listing.ts';
import { getSellingLimits } from '../market/selling/get-selling-limits.ts';
import { getRules } from '../site/current-rules.ts';
import { claimDailyReward } from '../wallet/claim-daily-reward.ts';
import { changeSiteSettings, undoSiteSettingChange } from './change-site-setting.ts';
import { listSiteSettingChanges } from './list-site-setting-changes.ts';

const database = useDatabase({ max: 40 });
useRaceChecks(database);

afterEach(async () => {
  await database.db.delete(siteSettings);
  await database.db.delete(siteSettingChanges);
});

const key = () => randomUUID();
const odds = { common: 530, uncommon: 250, rare: 150, epic: 45, legendary: 25 };
/** With these, the only epic card of a set comes more often than each of three rare ones. */
const otherOdds = { common: 530, uncommon: 250, rare: 140, epic: 50, legendary: 30 };

/** An admin, and a function that creates players with money, on one node and one clock. */
async function createSite() {
  const { db } = database;
  const base = createTestCtx(db);
  const admin = {
    ...base,
    actor: await withFreshProof(base, await createPlayer(db, { role: 'admin' })),
  };
  const createBuyer = async (balance = 100_00) => ({
    ...base,
    actor: await createPlayer(db, { balance }),
  });
  const save = (values: Partial<SiteSettings>) => changeSiteSettings(admin, values);
  const newest = async () => (await listSiteSettingChanges(admin, ['gamePrice']))[0]?.id ?? '';
  const undo = async (id: string) => undoSiteSettingChange(admin, { id });
  return { db, base, admin, createBuyer, save, newest, undo, clock: base.testClock };
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message }) => (code === 'price-changed' ? message : code) as string,
  );

describe('the price that an admin has set', () => {
  it('counts for games without a price of their own, and a form with the earlier one buys nothing', async () => {
    const { db, admin, save, createBuyer } = await createSite();
    const [{ id: gameId }, { id: ownId }] = [await createGame(db), await createGame(db)];
    await setGamePrice(admin, { gameId: ownId, price: 2_00 });
    const buyer = await createBuyer();
    await save({ gamePrice: 5_50 });
    expect(await readPrices(buyer, [gameId])).toMatchObject({ defaultCents: 5_50 });
    const buy = (price: number, id = gameId) =>
      outcomeOf(buyGame(buyer, { gameId: id, key: key(), price }));
    expect(await buy(9_99)).toBe('The price has changed to $5.50.');
    expect(await readBalance(db, buyer.actor)).toBe(100_00);
    expect(await buy(5_50)).toBe('done');
    expect(await buy(2_00, ownId)).toBe('done');
    expect(await readBalance(db, buyer.actor)).toBe(92_50);
  });

  it('counts on a node that has not heard of it yet, for what is bought there', async () => {
    const { db, save, createBuyer } = await createSite();
    const { id: gameId } = await createGame(db);
    const other = { ...createTestCtx(db), actor: (await createBuyer()).actor };
    expect((await readPrices(other, [gameId])).defaultCents).toBe(9_99);
    await save({ gamePrice: 12_00 });
    const buy = (price: number) => outcomeOf(buyGame(other, { gameId, key: key(), price }));
    expect(await buy(9_99)).toBe('The price has changed to $12.00.');
    expect(await buy(12_00)).toBe('done');
  });

  it('is taken back by an undo, and by the default, if it was not changed since', async () => {
    const { db, admin, save, newest, undo } = await createSite();
    const { id: gameId } = await createGame(db);
    const price = () => readPrice(admin, gameId);
    await save({ gamePrice: 5_00 });
    const first = await newest();
    await save({ gamePrice: 6_00 });
    expect(await outcomeOf(undo(first))).toBe('setting-changed-since');
    expect(await price()).toBe(6_00);
    await undo(await newest());
    expect(await price()).toBe(5_00);
    await save({ gamePrice: 'configured' });
    expect(await price()).toBe(9_99);
    await undo(await newest());
    expect(await price()).toBe(5_00);
  });

  it('changes while 40 people buy: each pays the price that it saw, or nothing', async () => {
    const { db, admin, save, createBuyer } = await createSite();
    const { id: gameId } = await createGame(db);
    await save({ gamePrice: 3_00 });
    const buyers = await Promise.all(Array.from({ length: 40 }, () => createBuyer()));
    const prices = [3_00, 4_00];
    const changes = async () => {
      for (const gamePrice of [4_00, 3_00, 4_00, 3_00, 4_00]) await save({ gamePrice });
    };
    const [, ...outcomes] = await Promise.all([
      changes(),
      ...buyers.map(async (buyer, index) => {
        const price = prices[index % 2] ?? 0;
        const outcome = await outcomeOf(buyGame(buyer, { gameId, key: key(), price }));
        return { outcome, paid: 100_00 - (await readBalance(db, buyer.actor)), price };
      }),
    ]);
    for (const { outcome, paid, price } of outcomes) {
      expect([
        'done',
        ...prices.map((cents) => `The price has changed to $${cents / 100}.00.`),
      ]).toContain(outcome);
      expect(paid).toBe(outcome === 'done' ? price : 0);
    }
    expect(await readPrice(admin, gameId)).toBe(4_00);
    const late = await createBuyer();
    expect(await outcomeOf(buyGame(late, { gameId, key: key(), price: 3_00 }))).toBe(
      'The price has changed to $4.00.',
    );
  });

  it('is checked by the audit, a minute after the change', async () => {
    const { db, save, createBuyer, clock } = await createSite();
    const { id: gameId } = await createGame(db);
    await save({ gamePrice: 5_00 });
    const buyer = await createBuyer();
    await buyGame(buyer, { gameId, key: key(), price: 5_00 });
    const rules = async () => (await auditEconomy({ db })).violations.map(({ rule }) => rule);
    expect(await rules()).toEqual([]);
    clock.advance(2 * 60_000);
    await save({ gamePrice: 7_00 });
    expect(await rules()).toEqual([]);
    // As if a node had gone on with the earlier price.
    clock.advance(2 * 60_000);
    const [{ transferId } = { transferId: '' }] = await db.select().from(ownedGames);
    const boughtAt = clock.now();
    await db.update(ownedGames).set({ boughtAt }).where(eq(ownedGames.transferId, transferId));
    expect(await rules()).toContain('games-cost-the-saved-price');
  });
});

describe('the market fee that an admin has set', () => {
  it('is shown to sellers and taken from sales, also of cards that were for sale before', async () => {
    const { db, save, createBuyer } = await createSite();
    const [seller, buyer] = [await createBuyer(0), await createBuyer()];
    const gameId = await createTradedGame(db);
    const prices = [1_00, 1_00];
    const [first = '', second = ''] = await createListings(db, {
      seller: seller.actor,
      gameId,
      prices,
    });
    await buyListing(buyer, { itemId: first, key: key() });
    expect(await readBalance(db, seller.actor)).toBe(1_00);
    await save({ marketFee: 25 });
    expect((await getSellingLimits(seller)).feePercent).toBe(25);
    await buyListing(buyer, { itemId: second, key: key() });
    expect(await readBalance(db, seller.actor)).toBe(1_75);
    const [sale] = await db.select().from(marketSales).where(eq(marketSales.itemId, second));
    expect(sale?.fee).toBe(25);
  });

  it('is checked by the audit', async () => {
    const { db, save, createBuyer, clock } = await createSite();
    await save({ marketFee: 10 });
    clock.advance(2 * 60_000);
    const [seller, buyer] = [await createBuyer(0), await createBuyer()];
    const gameId = await createTradedGame(db);
    const [itemId = ''] = await createListings(db, {
      seller: seller.actor,
      gameId,
      prices: [1_00],
    });
    await buyListing(buyer, { itemId, key: key() });
    const rules = async () => (await auditEconomy({ db })).violations.map(({ rule }) => rule);
    expect(await rules()).toEqual([]);
    await db.update(marketSales).set({ fee: 9 }).where(eq(marketSales.itemId, itemId));
    expect(await rules()).toContain('sales-pay-the-saved-fee');
    await db.update(marketSales).set({ fee: 10 }).where(eq(marketSales.itemId, itemId));
  });
});

describe('the other rules that an admin has set', () => {
  it('are the daily reward and the time between two cards', async () => {
    const { db, save, createBuyer } = await createSite();
    const { id: gameId } = await createGame(db);
    const player = await createBuyer();
    await save({ dailyReward: 3_00, playCycle: 60_000 });
    expect(await claimDailyReward(player, { key: key() })).toMatchObject({ amount: 3_00 });
    await buyGame(player, { gameId, key: key(), price: 9_99 });
    expect(await startPlaySession(player, { gameId })).toMatchObject({ cycleMs: 60_000 });
  });

  it('are the odds, unless a rarer card of a set would then come more often', async () => {
    const { db, base, save } = await createSite();
    await createTradedGame(db);
    const editor = await createEditorCtx(base);
    const gameId = await createGameOfSite(editor);
    const rare = ['A', 'B', 'C'].map((name) => [name, 'rare'] as const);
    const cards = [...rare, ['D', 'epic'], ['E', 'legendary']] as const;
    await saveCards(editor, gameId, cards);
    await save({ rarityWeights: odds });
    const weights = (await getRules(base)).rarityWeights;
    expect(weights).toEqual(odds);
    const { kinds } = await listCardSet(base, gameId, { weights });
    expect(kinds.map((kind) => Math.round(kind.odds * 1000))).toEqual([227, 227, 227, 205, 114]);
    const refused = save({ rarityWeights: otherOdds });
    await expect(refused).rejects.toMatchObject({
      code: 'unfair-card-set',
      message: expect.stringContaining('“A”'),
    });
    expect((await getRules(base)).rarityWeights).toEqual(odds);
    expect(await db.$count(siteSettingChanges)).toBe(1);
    await saveCards(editor, gameId, cards.slice(2));
  });

  it('and a card set that is saved at the same time never make an unfair set together', async () => {
    const { db, base, save } = await createSite();
    await createTradedGame(db);
    const editor = await createEditorCtx(base);
    for (let round = 0; round < 10; round += 1) {
      await save({ rarityWeights: 'configured' });
      const gameId = await createGameOfSite(editor);
      // Fair with the odds of the product only.
      const [changed, saved] = await Promise.allSettled([
        save({ rarityWeights: otherOdds }),
        saveCards(editor, gameId, [
          ['A', 'rare'],
          ['B', 'rare'],
          ['C', 'rare'],
          ['D', 'epic'],
        ]),
      ]);
      expect([changed.status, saved.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      if (saved.status === 'fulfilled') {
        await saveCards(editor, gameId, [
          ['A', 'rare'],
          ['D', 'epic'],
          ['E', 'epic'],
        ]);
      }
    }
  });
});
