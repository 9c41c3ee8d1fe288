import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { tradingPairDays, users, wallets } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { kindId, readBalance } from '#test/fixtures/market.ts';
import { useOrderMarket } from '#test/fixtures/order-market.ts';
import { blockPerson } from '../../friends/blocks/block-person.ts';
import { buyListing } from '../buy-listing.ts';
import { previewSale } from './preview-sale.ts';
import { rematchBooks } from './rematch-books.ts';
import { unblockAndMatchOrders } from './unblock-and-match-orders.ts';

const database = useDatabase({ max: 60 });
const { as, base, createMarket, readWallet, expectSoundEconomy } = useOrderMarket(database);
const key = () => randomUUID();

/** Resolves when so many transactions of this database wait for a lock. */
async function waitForLocks(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await database.db.execute(sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rowCount).toBe(count);
    },
    { timeout: timeLimits.effect },
  );
}

describe('a pair that may not trade', () => {
  test('with many cheaper listings of a blocked seller buys the next one', async () => {
    const { people, order, list } = await createMarket(3);
    const [buyer, blocked, seller] = people as [Actor, Actor, Actor];
    await blockPerson(as(buyer), { username: blocked.username });
    await list(blocked, ...Array.from({ length: 41 }, (_, cents) => 1_00 + cents));
    const [itemId] = await list(seller, 3_00);
    expect(await order(buyer, 5_00)).toMatchObject({
      bought: [{ itemId, price: 3_00 }],
      remaining: 0,
    });
  });

  test('because of a block is skipped until the block ends', async () => {
    const { people, order, sell, gameId } = await createMarket(3);
    const [blocked, seller, other] = people as [Actor, Actor, Actor];
    await blockPerson(as(blocked), { username: seller.username });
    await order(blocked, 5_00);
    await order(other, 4_00);
    expect(await previewSale(as(seller), { gameId, kindId, price: 4_00, copies: 2 })).toEqual({
      copies: 1,
      amount: 4_00,
    });
    const { sold } = await sell(seller, 4_00, 2);
    expect(sold).toMatchObject([{ price: 4_00 }]);
    const ctx = as(blocked);
    expect(await rematchBooks(ctx)).toBe(0);
    await unblockAndMatchOrders(ctx, { username: seller.username });
    // The order stood before the listing.
    expect(await readWallet(blocked)).toEqual({ balance: 995_00, setAside: 0 });
    await expectSoundEconomy();
  });

  test('because of a block trades when it ends while the listing is being stored', async () => {
    const { db } = database;
    const { people, order, sell } = await createMarket(2);
    const [buyer, seller] = people;
    await blockPerson(as(buyer), { username: seller.username });
    await order(buyer, 5_00);
    // The sale has looked for orders when it waits for its account.
    let [sale, unblock]: Promise<unknown>[] = [];
    await db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, seller.id)).for('no key update');
      sale = sell(seller, 4_00);
      await waitForLocks(1);
      unblock = unblockAndMatchOrders(as(buyer), { username: seller.username });
      await Promise.race([unblock, waitForLocks(2)]);
    });
    await Promise.all([sale, unblock]);
    expect(await readWallet(buyer)).toEqual({ balance: 995_00, setAside: 0 });
    expect(await rematchBooks(as(buyer))).toBe(0);
    await expectSoundEconomy();
  });

  test('because of a full wallet is skipped, and matched by the job later', async () => {
    const { people, order, sell } = await createMarket(2);
    const [buyer, seller] = people;
    await database.db
      .update(wallets)
      .set({ balance: 100_000_00 - 3_00 })
      .where(eq(wallets.userId, seller.id));
    await order(buyer, 2_00, 2);
    expect((await sell(seller, 2_00, 2)).sold).toHaveLength(1);
    await database.db
      .update(wallets)
      .set({ balance: 1_002_00 })
      .where(eq(wallets.userId, seller.id));
    expect(await rematchBooks(base())).toBe(1);
    expect(await readBalance(database.db, seller)).toBe(1_004_00);
  });

  test('because of its trades of the day is skipped, and refused as buyer', async () => {
    const { people, order, sell, list } = await createMarket(3);
    const [buyer, seller, other] = people as [Actor, Actor, Actor];
    await order(buyer, 1_00, 20);
    expect((await sell(seller, 1_00, 20)).sold).toHaveLength(20);
    const [pair] = await database.db
      .select()
      .from(tradingPairDays)
      .where(sql`${buyer.id}::uuid in (low_id, high_id)`);
    expect(pair).toMatchObject({ trades: 20, amount: 20_00 });
    await order(buyer, 1_00);
    expect((await sell(seller, 1_00)).sold).toEqual([]);
    const [itemId = ''] = await list(seller, 2_00);
    await expect(buyListing(as(buyer), { itemId, key: key() })).rejects.toMatchObject({
      code: 'pair-limit',
    });
    await buyListing(as(other), { itemId, key: key() });
  });

  test('for more than 500.00 a day is skipped', async () => {
    const { people, order, sell } = await createMarket(2);
    const [buyer, seller] = people;
    await order(buyer, 200_00, 3);
    expect((await sell(seller, 200_00, 3)).sold).toHaveLength(2);
  });

  test('is made at any price as the first of a day, and then no second one', async () => {
    const { people, order, sell, list } = await createMarket(3);
    const [buyer, seller, other] = people as [Actor, Actor, Actor];
    await order(buyer, 600_00);
    await order(buyer, 1_00);
    expect((await sell(seller, 1_00, 2)).sold).toMatchObject([{ price: 600_00 }]);
    expect(await rematchBooks(base())).toBe(0);
    expect((await sell(other, 1_00)).sold).toMatchObject([{ price: 1_00 }]);
    const [dear = '', cheap = ''] = await list(other, 501_00, 2_00);
    await buyListing(as(seller), { itemId: dear, key: key() });
    await expect(buyListing(as(seller), { itemId: cheap, key: key() })).rejects.toMatchObject({
      code: 'pair-limit',
    });
  });

  test('because of the limits of the first day is skipped', async () => {
    const { people, order, sell } = await createMarket(3);
    const [buyer, seller, other] = people as [Actor, Actor, Actor];
    const registeredAt = base().clock.now();
    await database.db.update(users).set({ registeredAt }).where(eq(users.id, buyer.id));
    await order(buyer, 60_00, 2);
    await order(other, 50_00);
    expect((await sell(seller, 50_00, 2)).sold).toMatchObject([{ price: 60_00 }, { price: 50_00 }]);
  });
});
