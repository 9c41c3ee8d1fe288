import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cards, marketSales } from '#database/schema.ts';
import { roundsOfRun } from '#test/config/nightly.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import {
  createActorCtx,
  createListing,
  createListings,
  createRandomForRaces,
  createTradedGame,
  errorCodesOf,
  kindId,
  readBalance,
} from '#test/fixtures/market.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import type { Actor } from '../actor.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { addMoney } from '../wallet/add-money.ts';
import { claimDailyReward } from '../wallet/claim-daily-reward.ts';
import { buyListing } from './buy-listing.ts';
import { repriceListing } from './reprice-listing.ts';
import { sellCards } from './selling/sell-cards.ts';
import { withdrawAllListings, withdrawListing } from './withdraw-listings.ts';

const database = useDatabase({ max: 60 });
const key = () => randomUUID();
const { atOnce, below } = createRandomForRaces('market-races');
const as = (actor: Actor) => createActorCtx(database.db, actor);
const buy = (actor: Actor, itemId: string) => buyListing(as(actor), { itemId, key: key() });
const balance = (actor: Actor) => readBalance(database.db, actor);

useRaceChecks(database);

describe('one card', () => {
  it('is in one place after its owner and others used it in every way at the same time', async () => {
    const { db } = database;
    const gameId = await createTradedGame(db);
    for (let round = 0; round < roundsOfRun(30, 200); round += 1) {
      const [seller, ...buyers] = await Promise.all([
        createPlayer(db),
        createPlayer(db, { balance: 10_00 }),
        createPlayer(db, { balance: 10_00 }),
      ]);
      const [itemId = ''] = await createListings(db, { seller, gameId, prices: [1_00] });
      const results = await atOnce([
        ...buyers.map((buyer) => () => buy(buyer, itemId)),
        () => withdrawListing(as(seller), { itemId, key: key() }),
        () => withdrawAllListings(as(seller), { key: key() }),
        () => repriceListing(as(seller), { itemId, price: 2_00, key: key() }),
        ...[3_00, 4_00].map((price) => () => {
          const offers = [{ gameId, kindId, price, copies: 1 }];
          return sellCards(as(seller), { offers, key: key() });
        }),
      ]);

      for (const code of errorCodesOf(results))
        expect(['item-gone', 'card-not-held']).toContain(code);
      const sales = await db.select().from(marketSales).where(eq(marketSales.sellerId, seller.id));
      expect(sales.length).toBeLessThanOrEqual(1);
      const paid = sales.map(({ price }) => price).reduce((sum, price) => sum + price, 0);
      expect(await balance(seller)).toBe(paid);
      const owner = sales[0]?.buyerId ?? seller.id;
      const owners = [seller, ...buyers].map(({ id }) => id);
      const held = await db.select().from(cards).where(eq(cards.gameId, gameId));
      expect(held.filter(({ ownerId }) => owners.includes(ownerId))).toMatchObject([
        { ownerId: owner },
      ]);
    }
  });

  it('goes to one of 50 simultaneous buyers, and then to the next one', async () => {
    const { db } = database;
    const { seller, gameId, itemId } = await createListing(db, 5_00);
    const buyers = await Promise.all(
      Array.from({ length: 50 }, () => createPlayer(db, { balance: 10_00 })),
    );
    const first = await atOnce(buyers.map((buyer) => () => buy(buyer, itemId)));
    expect(errorCodesOf(first)).toEqual(Array(49).fill('item-gone'));
    const [sale] = await db.select().from(marketSales).where(eq(marketSales.itemId, itemId));
    const winner = buyers.find(({ id }) => id === sale?.buyerId);
    if (!winner) throw new Error('Nobody won.');

    const offers = [{ gameId, kindId, price: 7_00, copies: 1 }];
    const again = await sellCards(as(winner), { offers, key: key() });
    const others = buyers.filter((buyer) => buyer !== winner);
    const second = await atOnce(others.map((buyer) => () => buy(buyer, again.itemIds[0] ?? '')));
    expect(errorCodesOf(second)).toEqual(Array(48).fill('item-gone'));
    expect(await balance(winner)).toBe(12_00);
    expect(await balance(seller)).toBe(5_00);
    const left = await Promise.all(others.map(balance));
    expect(left.toSorted((a, b) => a - b)).toEqual([3_00, ...Array(48).fill(10_00)]);
  });
});

describe('money', () => {
  it('that is enough for one of two listings buys one of them', async () => {
    const { db } = database;
    const gameId = await createTradedGame(db);
    for (let round = 0; round < roundsOfRun(10, 50); round += 1) {
      const sellers = [await createPlayer(db), await createPlayer(db)];
      const items = await Promise.all(
        sellers.map((seller) => createListings(db, { seller, gameId, prices: [6_00] })),
      );
      const buyer = await createPlayer(db, { balance: 10_00 });
      const results = await atOnce(
        items.map(
          ([itemId = '']) =>
            () =>
              buy(buyer, itemId),
        ),
      );
      expect(errorCodesOf(results)).toEqual(['not-enough-money']);
      expect(await balance(buyer)).toBe(4_00);
      const earned = await Promise.all(sellers.map(balance));
      expect(earned.toSorted()).toEqual([0, 6_00]);
    }
  });

  it('cannot be paid to a seller whose wallet is full, and no buyer pays', async () => {
    const { db } = database;
    const seller = await createPlayer(db, { balance: 99_990_00 });
    const gameId = await createTradedGame(db);
    const items = await createListings(db, { seller, gameId, prices: Array(10).fill(4_00) });
    const buyers = await Promise.all(items.map(() => createPlayer(db, { balance: 10_00 })));
    const results = await atOnce(
      buyers.map((buyer, index) => () => buy(buyer, items[index] ?? '')),
    );
    expect(errorCodesOf(results)).toEqual(Array(8).fill('seller-full'));
    expect(await balance(seller)).toBe(99_998_00);
    const left = await Promise.all(buyers.map(balance));
    expect(left.toSorted((a, b) => a - b)).toEqual([6_00, 6_00, ...Array(8).fill(10_00)]);
    const [last = ''] = await createListings(db, { seller, gameId, prices: [2_00] });
    await buy(await createPlayer(db, { balance: 2_00 }), last);
    expect(await balance(seller)).toBe(100_000_00);
  });

  it('moves in both directions between the same players without a deadlock while they earn and spend', async () => {
    const { db } = database;
    const gameId = await createTradedGame(db);
    for (let group = 0; group < roundsOfRun(3, 8); group += 1) {
      // Two players may trade only 20 times a day.
      const people = await Promise.all(
        Array.from({ length: 3 }, () => createPlayer(db, { balance: 1_000_00 })),
      );
      for (let round = 0; round < 2; round += 1) {
        const game = await createTradedGame(db);
        const works = await Promise.all(
          people.map(async (seller) => {
            const prices = Array(4).fill(1_00);
            const items = await createListings(db, { seller, gameId, prices });
            const others = people.filter((person) => person !== seller);
            return [
              ...items.map((item) => () => buy(others[below(2)] ?? seller, item)),
              () => buyGame(as(seller), { gameId: game, key: key(), price: 9_99 }),
              () => addMoney(as(seller), { amount: 1_00, key: key() }),
              () => claimDailyReward(as(seller), { key: key() }),
            ];
          }),
        );
        const codes = errorCodesOf(await atOnce(works.flat()));
        expect(codes).toEqual(Array(round === 0 ? 0 : 3).fill('already-claimed'));
      }
      const balances = await Promise.all(people.map(balance));
      // Each has two games, two top-ups and one reward. Payments between them do not change the sum.
      expect(balances.reduce((all, one) => all + one, 0)).toBe(
        3 * (1_000_00 - 2 * 9_99 + 2 * 1_00 + 20_00),
      );
    }
  });
});

it('every listing is closed once when its owner reprices, withdraws and adds many at the same time', async () => {
  const { db } = database;
  const gameId = await createTradedGame(db);
  const seller = await createPlayer(db);
  for (let round = 0; round < roundsOfRun(12, 60); round += 1) {
    // Two players may trade only 20 times a day.
    const buyer = await createPlayer(db, { balance: 100_00 });
    const items = await createListings(db, { seller, gameId, prices: Array(6).fill(1_00) });
    const results = await atOnce([
      ...items.slice(0, 4).map((itemId) => () => {
        return repriceListing(as(seller), { itemId, price: 2_00, key: key() });
      }),
      ...items.slice(3).map((itemId) => () => buy(buyer, itemId)),
      ...Array.from({ length: 4 }, () => () => withdrawAllListings(as(seller), { key: key() })),
      ...items.slice(2, 5).map((itemId) => () => {
        return withdrawListing(as(seller), { itemId, key: key() });
      }),
      () => {
        const offers = [{ gameId, kindId, price: 1_00, copies: 3 }];
        return sellCards(as(seller), { offers, key: key() });
      },
    ]);
    for (const code of errorCodesOf(results))
      expect(['item-gone', 'card-not-held']).toContain(code);
    await withdrawAllListings(as(seller), { key: key() });
  }
});
