import { expect, test } from 'vitest';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { rateLimits } from '#shared/constants/server/rate-limits.ts';
import { budgetsOfCustomer } from '../http/security/client-ip-address.ts';
import { countCustomerNetworks } from './count-customer-networks.ts';

const name = 'set-up-by-address';
const { points } = rateLimits[name];

/** Takes one action from each of `count` /64 networks of a /48. Returns how many were allowed. */
async function takeFromNetworks(
  limiter: ReturnType<typeof countCustomerNetworks>,
  customer: string,
  count: number,
) {
  const networks = Array.from({ length: count }, (_, n) => `${customer}:${n.toString(16)}::/64`);
  const results = await Promise.allSettled(networks.map((key) => limiter.take(name, key)));
  return results.filter(({ status }) => status === 'fulfilled').length;
}

test('an IPv6 customer with thousands of networks has few budgets, and no other customer is affected', async () => {
  const limiter = countCustomerNetworks(createRateLimiter());
  expect(await takeFromNetworks(limiter, '2001:db8:1', 3_000)).toBe(budgetsOfCustomer * points);
  expect(await takeFromNetworks(limiter, '2001:db8:2', 8)).toBe(8);
  await expect(limiter.take(name, '192.0.2.1')).resolves.toBeUndefined();
});

test('what one network gives back, another with the same budget can take', async () => {
  const limiter = countCustomerNetworks(createRateLimiter());
  for (let n = 0; n < points; n += 1) await limiter.take(name, '2001:db8:1:2::/64');
  await limiter.giveBack(name, '2001:db8:1:a::/64');
  await limiter.take(name, '2001:db8:1:2::/64');
  await expect(limiter.take(name, '2001:db8:1:a::/64')).rejects.toThrow();
  await limiter.reset(name, '2001:db8:1:12::/64');
  await limiter.take(name, '2001:db8:1:2::/64');
});

test('names of accounts are counted as they are', async () => {
  const limiter = countCustomerNetworks(createRateLimiter());
  for (let n = 0; n < 10; n += 1) {
    await limiter.take('login-by-account-and-address', `ada 2001:db8:1:${n}::/64`);
  }
});
