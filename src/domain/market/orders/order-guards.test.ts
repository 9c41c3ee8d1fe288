import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { rateLimits } from '#shared/constants/server/rate-limits.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { kindId } from '#test/fixtures/market.ts';
import { useOrderMarket } from '#test/fixtures/order-market.ts';
import { repriceListing } from '../reprice-listing.ts';
import { cancelOrder } from './end-orders.ts';
import { placeOrder } from './place-order.ts';

const database = useDatabase({ max: 60 });
const { as, createMarket } = useOrderMarket(database);
const key = () => randomUUID();

describe('rejected', () => {
  test('is an order that the money does not cover, and one of a guest', async () => {
    const { people, order, gameId } = await createMarket(2);
    await expect(order(people[0], 501_00, 2)).rejects.toMatchObject({ code: 'not-enough-money' });
    const guest = await createPlayer(database.db, { role: 'guest' });
    await expect(order(guest, 1)).rejects.toMatchObject({ code: 'guest-not-allowed' });
    for (const wrong of [{ price: 0 }, { price: 1_000_001 }, { quantity: 0 }, { quantity: 21 }]) {
      const input = { gameId, kindId, price: 1, quantity: 1, key: key(), ...wrong };
      await expect(placeOrder(as(people[0]), input)).rejects.toMatchObject({ code: 'bad-input' });
    }
    const other = { gameId, kindId: 'none', price: 1, quantity: 1, key: key() };
    await expect(placeOrder(as(people[0]), other)).rejects.toMatchObject({
      code: 'card-not-found',
    });
  });

  test('is an order of an account that is suspended or not confirmed', async () => {
    const { people, order, gameId } = await createMarket(2);
    const [one, other] = people;
    await database.db.update(users).set({ banned: true }).where(eq(users.id, one.id));
    await expect(order(one, 1)).rejects.toMatchObject({ code: 'account-suspended' });
    await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, other.id));
    const ctx = as(other);
    const mailing = {
      ...ctx,
      accounts: { ...ctx.accounts, mailer: { ...ctx.accounts.mailer, canDeliver: true } },
    };
    const input = { gameId, kindId, price: 1, quantity: 1, key: key() };
    await expect(placeOrder(mailing, input)).rejects.toMatchObject({ code: 'unconfirmed-email' });
  });

  test('are more than 50 open orders, also at once', async () => {
    const { people, order } = await createMarket(2);
    const results = await Promise.allSettled(Array.from({ length: 53 }, () => order(people[0], 1)));
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason.code] : [],
    );
    expect(reasons).toEqual(Array(3).fill('order-limit'));
  });

  test('is an order above the limit of ten minutes', async () => {
    const { people, order, gameId } = await createMarket(2);
    const [buyer] = people;
    const rateLimiter = createRateLimiter();
    const { points } = rateLimits['orders-by-account'];
    for (let taken = 1; taken < points; taken += 1)
      await rateLimiter.take('orders-by-account', buyer.id);
    const ctx = { ...as(buyer), rateLimiter };
    const input = () => ({ gameId, kindId, price: 1, quantity: 1, key: key() });
    const { orderId } = await placeOrder(ctx, input());
    await cancelOrder(ctx, { orderId, key: key() });
    await expect(placeOrder(ctx, input())).rejects.toMatchObject({ code: 'rate-limited' });
    expect((await order(buyer, 1)).remaining).toBe(1);
  });

  test('are own orders and listings that would meet', async () => {
    const { people, order, list, sell } = await createMarket(2);
    const [one] = people;
    const [itemId = ''] = await list(one, 5_00);
    await expect(order(one, 5_00)).rejects.toMatchObject({ code: 'own-listing-crosses' });
    await order(one, 4_99);
    await expect(sell(one, 4_99)).rejects.toMatchObject({ code: 'own-order-crosses' });
    await expect(
      repriceListing(as(one), { itemId, price: 4_99, key: key() }),
    ).rejects.toMatchObject({
      code: 'own-order-crosses',
    });
  });
});
