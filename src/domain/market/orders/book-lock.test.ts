import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, overrideCtx } from '#test/fixtures/factories.ts';
import {
  createActorCtx,
  createTradedGame,
  findMarketViolations,
  kindId,
} from '#test/fixtures/market.ts';
import { createKeyedQueue } from '../../lib/keyed-queue.ts';
import { lockBooks } from './book-lock.ts';
import { placeOrder } from './place-order.ts';

const connections = 4;
const database = useDatabase({ max: connections });

/** How many transactions wait for the lock of an order book. */
async function countWaiting(): Promise<number> {
  const { rowCount } = await database.db.execute(
    sql`select 1 from pg_locks where locktype = 'advisory' and not granted`,
  );
  return rowCount ?? 0;
}

it('many orders for one card leave connections to everybody else while its order book is locked', async () => {
  const { db } = database;
  await createTradedGame(db);
  const { id: gameId } = await createGame(db);
  const market = { listingQueue: createKeyedQueue() };
  const buyers = await Promise.all(
    Array.from({ length: 3 * connections }, () => createPlayer(db, { balance: 5_00 })),
  );
  const other = await createPlayer(db);
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
  const { promise: locked, resolve: setLocked } = Promise.withResolvers<void>();
  const holder = db.transaction(async (tx) => {
    await lockBooks(tx, [{ gameId, kindId }]);
    setLocked();
    await unlocked;
  });
  await locked;
  const orders = buyers.map((buyer) =>
    placeOrder(overrideCtx(createActorCtx(db, buyer), { market }), {
      gameId,
      kindId,
      price: 1_00,
      quantity: 1,
      key: randomUUID(),
    }),
  );
  try {
    expect(await db.execute(sql`select id from users where id = ${other.id}`)).toMatchObject({
      rows: [{ id: other.id }],
    });
    await expect.poll(countWaiting).toBeGreaterThan(0);
  } finally {
    unlock();
  }
  await holder;
  expect(await Promise.all(orders)).toHaveLength(buyers.length);
  expect(await findMarketViolations(db)).toEqual([]);
});
