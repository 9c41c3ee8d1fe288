import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cards, marketListings, marketSales, wallets } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
  findLedgerViolations,
} from '#test/fixtures/factories.ts';
import { countDeadlocks } from '#test/fixtures/market.ts';
import type { Actor } from '../actor.ts';
import { buyListing } from './buy-listing.ts';
import { repriceListing } from './reprice-listing.ts';
import { sellCards } from './selling/sell-cards.ts';
import { withdrawListing } from './withdraw-listings.ts';

const database = useDatabase({ max: 60 });
const as = (actor: Actor, rules = {}) => {
  const ctx = createTestCtx(database.db);
  return { ...ctx, actor, rules: { ...ctx.rules, ...rules } };
};
const key = () => randomUUID();

async function listing(price = 5_00) {
  const seller = await createPlayer(database.db);
  const { game, kindId } = await card(seller);
  const { itemIds } = await sellCards(as(seller), {
    offers: [{ gameId: game.id, kindId, price, copies: 1 }],
    key: key(),
  });
  return { seller, itemId: itemIds[0] ?? '', gameId: game.id, kindId };
}

async function card(owner: Actor) {
  await createCardSets(database.db);
  const game = await createGame(database.db);
  const kindId = 'default-crown';
  await createCard(database.db, { ownerId: owner.id, gameId: game.id, kindId });
  return { game, kindId };
}

async function balanceOf({ id }: Actor) {
  const [wallet] = await database.db.select().from(wallets).where(eq(wallets.userId, id));
  return wallet?.balance;
}

const rejectionCodes = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.code ?? result.reason] : [],
  );

describe('buying a listing', () => {
  it('moves the card and the money less the fee, and closes the listing', async () => {
    const { seller, itemId } = await listing(10_50);
    const buyer = await createPlayer(database.db, { balance: 20_00 });
    await buyListing(as(buyer, { marketFeePercent: 5 }), { itemId, key: key() });

    expect(await balanceOf(buyer)).toBe(9_50);
    expect(await balanceOf(seller)).toBe(9_98);
    expect(await database.db.select().from(cards).where(eq(cards.ownerId, buyer.id))).toMatchObject(
      [{ state: 'held' }],
    );
    const [sale] = await database.db
      .select()
      .from(marketSales)
      .where(eq(marketSales.itemId, itemId));
    expect(sale).toMatchObject({ price: 10_50, fee: 52, sellerId: seller.id, buyerId: buyer.id });
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('lets one of 50 simultaneous buyers win, and the others keep their money', async () => {
    const { itemId, seller } = await listing(5_00);
    const buyers = await Promise.all(
      Array.from({ length: 50 }, () => createPlayer(database.db, { balance: 10_00 })),
    );
    const results = await Promise.allSettled(
      buyers.map((buyer) => buyListing(as(buyer), { itemId, key: key() })),
    );
    expect(rejectionCodes(results)).toEqual(Array(49).fill('item-gone'));
    const balances = await Promise.all(buyers.map(balanceOf));
    expect(balances.toSorted()).toEqual([...Array(49).fill(10_00), 5_00].toSorted());
    expect(await balanceOf(seller)).toBe(5_00);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('buys one of two listings at the same time with money for one', async () => {
    const [one, two] = await Promise.all([listing(6_00), listing(6_00)]);
    const buyer = await createPlayer(database.db, { balance: 10_00 });
    const results = await Promise.allSettled(
      [one, two].map(({ itemId }) => buyListing(as(buyer), { itemId, key: key() })),
    );
    expect(rejectionCodes(results)).toEqual(['not-enough-money']);
    expect(await balanceOf(buyer)).toBe(4_00);
  });

  it('does not deadlock when two players buy from each other repeatedly', async () => {
    const before = await countDeadlocks(database.db);
    for (let round = 0; round < 10; round += 1) {
      // Two players may trade only 20 times a day.
      const [a, b] = await Promise.all([
        createPlayer(database.db, { balance: 100_00 }),
        createPlayer(database.db, { balance: 100_00 }),
      ]);
      const items = await Promise.all(
        [a, b].flatMap((seller) =>
          Array.from({ length: 5 }, async () => {
            const { game, kindId } = await card(seller);
            const offers = [{ gameId: game.id, kindId, price: 1_00, copies: 1 }];
            const { itemIds } = await sellCards(as(seller), { offers, key: key() });
            return { seller, itemId: itemIds[0] ?? '' };
          }),
        ),
      );
      await Promise.all(
        items.map(({ seller, itemId }) =>
          buyListing(as(seller === a ? b : a), { itemId, key: key() }),
        ),
      );
    }
    expect(await countDeadlocks(database.db)).toBe(before);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('rejects an own listing and changes nothing', async () => {
    const { seller, itemId } = await listing();
    const form = key();
    await expect(buyListing(as(seller), { itemId, key: form })).rejects.toMatchObject({
      code: 'own-item',
    });
    expect(
      await database.db.select().from(marketListings).where(eq(marketListings.id, itemId)),
    ).toHaveLength(1);
  });

  it('buys nothing at a price that the buyer did not see', async () => {
    const { seller, itemId } = await listing(1_00);
    const buyer = await createPlayer(database.db, { balance: 100_00 });
    await repriceListing(as(seller), { itemId, price: 90_00, key: key() });
    await expect(buyListing(as(buyer), { itemId, key: key() })).rejects.toMatchObject({
      code: 'item-gone',
    });
    expect(await balanceOf(buyer)).toBe(100_00);
  });

  it('gives a repeated form the first answer, and rejects its key for another listing', async () => {
    const [one, two] = await Promise.all([listing(1_00), listing(1_00)]);
    const buyer = await createPlayer(database.db, { balance: 10_00 });
    const form = { itemId: one.itemId, key: key() };
    const results = await Promise.all(
      Array.from({ length: 20 }, () => buyListing(as(buyer), form)),
    );
    expect(results).toEqual(Array(20).fill({ itemId: one.itemId }));
    expect(await balanceOf(buyer)).toBe(9_00);
    await expect(
      buyListing(as(buyer), { itemId: two.itemId, key: form.key }),
    ).rejects.toMatchObject({ code: 'key-reused' });
  });

  it('lets simultaneous selling, repricing, withdrawing and buying of one card end in one state', async () => {
    const { seller, itemId, gameId, kindId } = await listing(1_00);
    const buyer = await createPlayer(database.db, { balance: 10_00 });
    const results = await Promise.allSettled([
      buyListing(as(buyer), { itemId, key: key() }),
      withdrawListing(as(seller), { itemId, key: key() }),
      repriceListing(as(seller), { itemId, price: 2_00, key: key() }),
      sellCards(as(seller), { offers: [{ gameId, kindId, price: 3_00, copies: 1 }], key: key() }),
    ]);
    for (const code of rejectionCodes(results))
      expect(['item-gone', 'card-not-held']).toContain(code);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });
});
