import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cards, marketCardDays, marketListings, newcomerGains, users } from '#database/schema.ts';
import { guestConstants } from '#shared/constants/accounts/guests.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createClock, createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import {
  createActorCtx,
  createListings,
  createRandomForRaces,
  createTradedGame,
  errorCodesOf,
  kindId,
  readBalance,
} from '#test/fixtures/market.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { retireGuests } from '../../account-deletion/retire-guests.ts';
import { upgradeGuest } from '../../accounts/registration/upgrade-guest.ts';
import type { Actor } from '../../actor.ts';
import { buyGame } from '../../game-library/buy-game.ts';
import { acceptOffer } from '../../trades/accept-offer.ts';
import { createOffer } from '../../trades/create-offer.ts';
import { buyListing } from '../buy-listing.ts';
import { placeOrder } from '../orders/place-order.ts';
import { sellCards } from './sell-cards.ts';

const database = useDatabase({ max: 40 });
const key = () => randomUUID();
const { atOnce } = createRandomForRaces('first-day-limits');
const as = (actor: Actor) => createActorCtx(database.db, actor);
const buy = (actor: Actor, itemId: string) => buyListing(as(actor), { itemId, key: key() });
const hour = 60 * 60 * 1_000;
const clock = createClock();

useRaceChecks(database);

async function setRegistered(actor: Actor, hoursAgo: number): Promise<void> {
  const registeredAt = new Date(clock.now().getTime() - hoursAgo * hour);
  await database.db.update(users).set({ registeredAt }).where(eq(users.id, actor.id));
}

describe('the first 24 hours', () => {
  it('allow purchases of 100.00 in all, also when they are simultaneous', async () => {
    const { db } = database;
    const gameId = await createTradedGame(db);
    const sellers = await Promise.all(Array.from({ length: 4 }, () => createPlayer(db)));
    const items = await Promise.all(
      sellers.map((seller) =>
        createListings(db, { seller, gameId, prices: [9_00, 9_00, 9_00, 9_00, 9_00] }),
      ),
    );
    const buyer = await createPlayer(db, { balance: 500_00 });
    await setRegistered(buyer, 1);
    const results = await atOnce(items.flat().map((itemId) => () => buy(buyer, itemId)));
    expect(errorCodesOf(results)).toEqual(Array(9).fill('first-day-limit'));
    expect(await readBalance(db, buyer)).toBe(500_00 - 99_00);
  });

  it('allow sales of 100.00 in all, also when they are simultaneous, and rejected buyers pay nothing', async () => {
    const { db } = database;
    const gameId = await createTradedGame(db);
    const seller = await createPlayer(db);
    const items = await createListings(db, { seller, gameId, prices: Array(20).fill(9_00) });
    await setRegistered(seller, 1);
    const buyers = await Promise.all(items.map(() => createPlayer(db, { balance: 9_00 })));
    const results = await atOnce(
      buyers.map((buyer, index) => () => buy(buyer, items[index] ?? '')),
    );
    expect(errorCodesOf(results)).toEqual(Array(9).fill('seller-limit'));
    const left = await Promise.all(buyers.map((buyer) => readBalance(db, buyer)));
    expect(left.toSorted((a, b) => a - b)).toEqual([...Array(11).fill(0), ...Array(9).fill(9_00)]);
    expect(await readBalance(db, seller)).toBe(99_00);

    const rest = items.filter((_, index) => left[index] === 9_00);
    const others = buyers.filter((_, index) => left[index] === 9_00);
    await Promise.all(
      others.map((buyer, index) => {
        const tomorrow = as(buyer);
        tomorrow.testClock.advance(23 * hour);
        return buyListing(tomorrow, { itemId: rest[index] ?? '', key: key() });
      }),
    );
    expect(await readBalance(db, seller)).toBe(180_00);
  });
});

describe('what an account gets from accounts younger than seven days', () => {
  /** Players who registered two days ago, with money and a crown each. */
  async function createNewcomers(gameId: number, players: number) {
    const newcomers = await Promise.all(
      Array.from({ length: players }, () => createPlayer(database.db, { balance: 100_00 })),
    );
    for (const actor of newcomers) {
      await setRegistered(actor, 48);
      const createdAt = clock.now();
      await createCard(database.db, { ownerId: actor.id, gameId, kindId, createdAt });
    }
    return newcomers;
  }

  it('is 200.00 a day by sales, orders and trade offers together, also when all are simultaneous', async () => {
    const { db } = database;
    const gameId = await createTradedGame(db);
    const gainer = await createPlayer(db);
    const [payers, givers] = [await createNewcomers(gameId, 8), await createNewcomers(gameId, 4)];
    const items = await createListings(db, {
      seller: gainer,
      gameId,
      prices: Array(8).fill(90_00),
    });
    const gifts = await Promise.all(
      givers.map(async (giver) => {
        await befriend(db, giver.id, gainer.id);
        const side = { give: [{ gameId, kindId, copies: 1 }], want: [] };
        const offer = { ...side, username: gainer.username, message: '', key: key() };
        return createOffer(as(giver), offer);
      }),
    );
    const results = await atOnce([
      ...payers.map((payer, place) => () => buy(payer, items[place] ?? '')),
      ...gifts.map(
        ({ offerId }) =>
          () =>
            acceptOffer(as(gainer), { offerId, key: key() }),
      ),
    ]);
    const refused = errorCodesOf(results);
    expect(new Set(refused)).toEqual(new Set(['newcomer-limit']));
    const [counted] = await db
      .select()
      .from(newcomerGains)
      .where(eq(newcomerGains.userId, gainer.id));
    const sales = (await readBalance(db, gainer)) / 90_00;
    const accepted = gifts.length + payers.length - refused.length - sales;
    // A crown that nobody offers to them but the gainer is worth its estimate.
    expect(counted?.amount).toBe(sales * 90_00 + accepted * 18_00);
    expect(counted?.amount).toBeLessThanOrEqual(200_00);
    expect(counted?.amount).toBeGreaterThan(200_00 - 90_00);
    const left = await Promise.all(payers.map((payer) => readBalance(db, payer)));
    expect(left.filter((cents) => cents === 100_00)).toHaveLength(payers.length - sales);
  });

  it('counts cards that they sell for next to nothing, and skips them in orders', async () => {
    const { db } = database;
    const gameId = await createTradedGame(db);
    const gainer = await createPlayer(db, { balance: 100_00 });
    const sellers = await createNewcomers(gameId, 12);
    const list = (seller: Actor) =>
      sellCards(as(seller), { offers: [{ gameId, kindId, price: 1, copies: 1 }], key: key() });
    const order = { gameId, kindId, price: 1, quantity: 12, key: key() };
    await placeOrder(as(gainer), order);
    for (const seller of sellers) await list(seller);
    // Eleven crowns are worth 198.00; the twelfth seller keeps its place on the market.
    expect(await db.$count(cards, eq(cards.ownerId, gainer.id))).toBe(11);
    const [listed] = await db
      .select()
      .from(marketListings)
      .where(eq(marketListings.gameId, gameId));
    await expect(buy(gainer, listed?.id ?? '')).rejects.toMatchObject({ code: 'newcomer-limit' });
    const old = await createPlayer(db, { balance: 100_00 });
    await buy(old, listed?.id ?? '');
  });

  it('counts a dear card at its price on the market, also by an order, and a moved price only if it is higher', async () => {
    const { db } = database;
    const gainer = await createPlayer(db, { balance: 100_00 });
    const dear = await createTradedGame(db);
    const cheap = await createTradedGame(db);
    const daysAgo = (days: number) => utcDay(new Date(clock.now().getTime() - days * 24 * hour));
    const median = { [dear]: [90_00, 90_00, 1, 500_00, 90_00], [cheap]: [1] };
    await db.insert(marketCardDays).values(
      Object.entries(median).flatMap(([gameId, prices]) =>
        prices.map((price, place) => ({
          ...{ gameId: Number(gameId), kindId, day: daysAgo(place + 2), median: price },
          ...{ sales: 3, counted: 3, amount: 3 * price, low: price, high: price },
        })),
      ),
    );
    const sell = async (gameId: number) => {
      const [seller] = await createNewcomers(gameId, 1);
      if (!seller) throw new Error('No player was created.');
      const offers = [{ gameId, kindId, price: 1, copies: 1 }];
      return sellCards(as(seller), { offers, key: key() });
    };
    // The gainer pays one cent each time: by an order, and from the market.
    await placeOrder(as(gainer), { gameId: dear, kindId, price: 1, quantity: 1, key: key() });
    expect((await sell(dear)).sold).toHaveLength(1);
    const [second] = (await sell(dear)).itemIds;
    await buy(gainer, second ?? '');
    const [third] = (await sell(dear)).itemIds;
    await expect(buy(gainer, third ?? '')).rejects.toMatchObject({ code: 'newcomer-limit' });
    await placeOrder(as(gainer), { gameId: dear, kindId, price: 1, quantity: 1, key: key() });
    const [fourth] = (await sell(cheap)).itemIds;
    await buy(gainer, fourth ?? '');
    const [counted] = await db
      .select()
      .from(newcomerGains)
      .where(eq(newcomerGains.userId, gainer.id));
    expect(counted?.amount).toBe(90_00 + 90_00 + 18_00);
  });

  it('is not limited when they are older', async () => {
    const { db } = database;
    const gameId = await createTradedGame(db);
    const gainer = await createPlayer(db);
    const payers = await createNewcomers(gameId, 3);
    for (const payer of payers) await setRegistered(payer, 7 * 24);
    const items = await createListings(db, {
      seller: gainer,
      gameId,
      prices: Array(3).fill(90_00),
    });
    for (const [place, payer] of payers.entries()) await buy(payer, items[place] ?? '');
    expect(await readBalance(db, gainer)).toBe(270_00);
  });
});

it('guests are retired correctly while they buy games, register and trade at the same time', async () => {
  const { db } = database;
  const gameId = await createTradedGame(db);
  const seller = await createPlayer(db);
  for (let round = 0; round < 15; round += 1) {
    const listed = await createListings(db, { seller, gameId, prices: Array(4).fill(1_00) });
    const guests = await Promise.all(
      listed.map(() => createPlayer(db, { role: 'guest', balance: 20_00 })),
    );
    const lastSeenAt = new Date(clock.now().getTime() - guestConstants.inactiveMs - hour);
    for (const { id } of guests) {
      await createCard(db, { ownerId: id, gameId, kindId });
      await db.update(users).set({ lastSeenAt }).where(eq(users.id, id));
    }
    const results = await atOnce([
      ...[1, 2].map(() => () => retireGuests({ db, clock })),
      ...guests.map((guest) => () => buyGame(as(guest), { gameId, key: key(), price: 9_99 })),
      ...guests.slice(2).map((guest, index) => async () => {
        await register(guest);
        const player = as({ ...guest, role: 'player' });
        await buyListing(player, { itemId: listed[index] ?? '', key: key() });
        const offers = [{ gameId, kindId, price: 3_00, copies: 1 }];
        await sellCards(player, { offers, key: key() });
      }),
    ]);
    for (const code of errorCodesOf(results)) {
      // A retired guest can neither spend its former money nor register.
      expect(['not-enough-money', 'already-registered']).toContain(code);
    }
    // A guest that was active during the expiry stays until the next one.
    await retireGuests({ db, clock });
    for (const { id } of guests) {
      const [account] = await db.select().from(users).where(eq(users.id, id));
      const own = await db.select().from(cards).where(eq(cards.ownerId, id));
      const balance = await readBalance(db, { id });
      if (account?.role === 'guest') {
        expect(account.displayUsername).toMatch(/^former-/);
        expect(balance).toBe(0);
        expect(own).toMatchObject([{ state: 'retired' }]);
      } else {
        expect([19_00, 9_01]).toContain(balance);
        expect(own.map(({ state }) => state).toSorted()).toEqual(['held', 'listed']);
      }
    }
  }
});

/** Registers a guest under a new name and email address. Its first 24 hours have already passed. */
async function register(guest: Actor): Promise<void> {
  const name = `new-${randomUUID().slice(0, 8)}`;
  await upgradeGuest(
    as(guest),
    guest,
    {
      name,
      username: name,
      displayUsername: name,
      email: `${name}@example.test`,
      role: 'player',
      registeredAt: new Date('2026-01-01T00:00:00Z'),
    },
    { passwordHash: 'hash', invitation: null },
  );
}
