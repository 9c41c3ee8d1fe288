import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '#database/client.ts';
import { users, wallets } from '#database/schema.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { createPlayer, findLedgerViolations } from '#test/fixtures/factories.ts';
import { cat, crown, dog, outcomesOf, useMissingCards } from '#test/fixtures/missing-cards.ts';
import { auditEconomy } from '../audit/audit-economy.ts';
import type { KeyedQueue } from '../lib/keyed-queue.ts';
import { repriceListing } from '../market/reprice-listing.ts';
import { buyMissingCards } from './buy-missing-cards.ts';
import { getPurchase, type Purchase } from './missing-cards-report.ts';

const {
  database,
  as,
  createGameWithCollector,
  createCollector,
  listCards,
  readPurchases,
  countCards,
  beforeEachPurchase,
} = useMissingCards();

/** Resolves when a transaction of this database waits for an advisory lock. */
async function waitForLockWait(db: Database): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await db.execute(sql`
        select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`);
      expect(rowCount).toBe(1);
    },
    { timeout: timeLimits.effect },
  );
}

describe('changes while the missing cards are bought', () => {
  it('give the last listing to one of two collectors and report it to the other', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    const rival = await createCollector(gameId, 100_00);
    await listCards(seller, gameId, crown, 2_00);
    const purchases = await Promise.all(
      [collector, rival].map((buyer) =>
        buyMissingCards(as(buyer), { gameId, maximum: 10_00, key: randomUUID() }),
      ),
    );
    expect(purchases.map(({ spent }) => spent).toSorted()).toEqual([0, 2_00]);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('do not make a form buy a card that another form bought after a listing was chosen', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    await listCards(seller, gameId, crown, 2_00);
    const form = () => ({ gameId, maximum: 10_00, key: randomUUID() });
    let isFirst = true;
    const turns: KeyedQueue = {
      async take(_, work) {
        if (isFirst) {
          isFirst = false;
          await listCards(seller, gameId, crown, 1_00);
          await buyMissingCards(as(collector), form());
        }
        return work(false);
      },
    };
    const purchase = await buyMissingCards(
      as(collector, { market: { listingQueue: turns } }),
      form(),
    );
    expect(outcomesOf(purchase)[0]).toEqual([crown, 'yours-by-now']);
    expect(await readPurchases(collector)).toEqual([[crown, 1_00]]);
  });

  it('include a second simultaneous form of the account: each card is bought once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { gameId, collector, seller } = await createGameWithCollector();
      for (const kindId of [crown, cat, dog])
        await listCards(seller, gameId, kindId, 1_00, 1_00, 1_00);
      const purchases = await Promise.all(
        Array.from({ length: 3 }, () =>
          buyMissingCards(as(collector), { gameId, maximum: 10_00, key: randomUUID() }),
        ),
      );
      expect((await readPurchases(collector)).map(([kindId]) => kindId).toSorted()).toEqual([
        cat,
        crown,
        dog,
      ]);
      expect(purchases.reduce((sum, { spent }) => sum + spent, 0)).toBe(3_00);
      const outcomes = purchases.flatMap(outcomesOf).map(([, outcome]) => outcome);
      expect(outcomes.filter((outcome) => outcome === 'yours-by-now')).toHaveLength(
        outcomes.length - 3,
      );
    }
  });

  it('make the second form check again after the first has bought, whatever listing each chose', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    await listCards(seller, gameId, crown, 2_00);
    const form = () => ({ gameId, maximum: 10_00, key: randomUUID() });
    const purchases: Promise<Purchase>[] = [];
    const secondBuys = Promise.withResolvers<void>();
    const db = beforeEachPurchase(async () => {
      // The first form is about to buy. The second one chooses another listing and then waits or buys.
      await listCards(seller, gameId, crown, 1_00);
      const other = as(collector, { db: beforeEachPurchase(async () => secondBuys.resolve()) });
      purchases.push(buyMissingCards(other, form()));
      await Promise.race([secondBuys.promise, waitForLockWait(database.db)]);
    });
    purchases.unshift(buyMissingCards(as(collector, { db }), form()));
    const [first] = await Promise.all(purchases);
    const [second] = await Promise.all(purchases.slice(1));
    if (!first || !second) throw new Error('A form was not sent.');
    expect(outcomesOf(first)[0]).toEqual([crown, 2_00]);
    expect(outcomesOf(second)[0]).toEqual([crown, 'yours-by-now']);
    expect(await readPurchases(collector)).toEqual([[crown, 2_00]]);
    expect((await auditEconomy(database)).violations).toEqual([]);
  });

  it('lead to the next cheapest listing when one was sold meanwhile', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    const rival = await createPlayer(database.db, { balance: 100_00 });
    await listCards(seller, gameId, crown, 2_00, 3_00);
    let first = true;
    const db = beforeEachPurchase(async () => {
      if (!first) return;
      first = false;
      await buyMissingCards(as(rival), { gameId, maximum: 2_00, key: randomUUID() });
    });
    const purchase = await buyMissingCards(as(collector, { db }), {
      gameId,
      maximum: 10_00,
      key: randomUUID(),
    });
    expect(await readPurchases(rival)).toEqual([[crown, 2_00]]);
    expect(outcomesOf(purchase)[0]).toEqual([crown, 3_00]);
  });

  it('include a price above the remaining money, at which nothing is bought', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    await listCards(seller, gameId, cat, 1_00);
    const [itemId = ''] = await listCards(seller, gameId, crown, 2_00);
    let purchases = 0;
    const db = beforeEachPurchase(async () => {
      purchases += 1;
      if (purchases !== 2) return;
      await repriceListing(as(seller), { itemId, price: 2_01, key: randomUUID() });
    });
    const purchase = await buyMissingCards(as(collector, { db }), {
      gameId,
      maximum: 3_00,
      key: randomUUID(),
    });
    expect(purchase.spent).toBe(1_00);
    expect(purchase.cards[1]).toMatchObject({
      kindId: crown,
      outcome: { reason: 'over-maximum', price: 2_01, left: 2_00 },
    });
  });
});

describe('a suspension', () => {
  it('ends the purchase after the current card and is named in the report', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    await listCards(seller, gameId, cat, 1_00);
    await listCards(seller, gameId, crown, 2_00);
    const db = beforeEachPurchase(async () => {
      await database.db.update(users).set({ banned: true }).where(eq(users.id, collector.id));
    });
    const purchase = await buyMissingCards(as(collector, { db }), {
      gameId,
      maximum: 10_00,
      key: randomUUID(),
    });
    expect(outcomesOf(purchase)).toEqual([
      [cat, 1_00],
      [crown, 'refused'],
      [dog, 'refused'],
    ]);
    expect(await readPurchases(collector)).toEqual([[cat, 1_00]]);
  });
});

describe('a repeated form', () => {
  it('buys nothing more, also from new listings, and gets the first answer', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    await listCards(seller, gameId, cat, 1_00, 1_00);
    const form = { gameId, maximum: 10_00, key: randomUUID() };
    const first = await buyMissingCards(as(collector), form);
    await listCards(seller, gameId, crown, 1_00);
    await listCards(seller, gameId, dog, 1_00);
    expect(await buyMissingCards(as(collector), form)).toEqual(first);
    expect(await readPurchases(collector)).toEqual([[cat, 1_00]]);
    expect(await getPurchase(as(collector), form.key)).toEqual(first);
    expect(await getPurchase(as(seller), form.key)).toBeNull();
  });

  it('continues after a crash between two cards, within the same maximum', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    await listCards(seller, gameId, cat, 1_00, 1_00);
    await listCards(seller, gameId, crown, 2_00, 2_00);
    await listCards(seller, gameId, dog, 3_00, 3_00);
    let purchases = 0;
    const db = beforeEachPurchase(async () => {
      purchases += 1;
      if (purchases === 2) throw new Error('The server is gone.');
    });
    const form = { gameId, maximum: 5_00, key: randomUUID() };
    await expect(buyMissingCards(as(collector, { db }), form)).rejects.toThrow(
      'The server is gone.',
    );
    expect(await readPurchases(collector)).toEqual([[cat, 1_00]]);
    expect(outcomesOf((await getPurchase(as(collector), form.key)) as Purchase)).toEqual([
      [cat, 1_00],
      [crown, null],
      [dog, null],
    ]);

    const purchase = await buyMissingCards(as(collector), form);
    expect(outcomesOf(purchase)).toEqual([
      [cat, 1_00],
      [crown, 2_00],
      [dog, 'over-maximum'],
    ]);
    expect(await countCards(collector, cat)).toBe(1);
  });

  it('recognizes a purchase whose answer was lost', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    await listCards(seller, gameId, cat, 1_00, 1_00);
    const notifier = {
      deliverSoon() {
        throw new Error('The server is gone.');
      },
      async flush() {},
    };
    const form = { gameId, maximum: 5_00, key: randomUUID() };
    await expect(buyMissingCards(as(collector, { notifier }), form)).rejects.toThrow('is gone');
    const purchase = await buyMissingCards(as(collector), form);
    expect(outcomesOf(purchase)[0]).toEqual([cat, 1_00]);
    expect(await countCards(collector, cat)).toBe(1);
  });

  it('spends no more when it is sent ten times at once while prices change', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    const rival = await createCollector(gameId, 100_00);
    const itemIds = [
      ...(await listCards(seller, gameId, cat, 1_00, 1_10, 1_20, 1_30)),
      ...(await listCards(seller, gameId, crown, 1_50, 1_60, 1_70, 1_80)),
      ...(await listCards(seller, gameId, dog, 2_00, 2_10, 2_20, 2_30)),
    ];
    const form = { gameId, maximum: 4_00, key: randomUUID() };
    const [purchases] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => buyMissingCards(as(collector), form))),
      buyMissingCards(as(rival), { gameId, maximum: 50_00, key: randomUUID() }),
      Promise.allSettled(
        itemIds.map((itemId, place) =>
          repriceListing(as(seller), { itemId, price: 1_00 + place * 20, key: randomUUID() }),
        ),
      ),
    ]);
    expect(purchases).toEqual(Array(10).fill(purchases[0]));
    const paid = (await readPurchases(collector)).reduce(
      (sum, [, price]) => sum + Number(price),
      0,
    );
    expect(paid).toBe(purchases[0]?.spent);
    expect(paid).toBeLessThanOrEqual(4_00);
    for (const kindId of [crown, cat, dog]) {
      expect(await countCards(collector, kindId)).toBeLessThanOrEqual(1);
    }
    const [wallet] = await database.db
      .select()
      .from(wallets)
      .where(eq(wallets.userId, collector.id));
    expect(wallet?.balance).toBe(100_00 - paid);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });
});
