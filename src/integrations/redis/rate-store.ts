import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimitName, RateStore } from '#domain/accounts/rate-limiter.ts';
import type { Log } from '#domain/base-context.ts';
import { rateLimits } from '#shared/constants/server/rate-limits.ts';
import { connectToRedis, createRedisClient } from './redis-client.ts';

/** Counts in Redis. If Redis is down, its calls fail at once until it works again. */
export async function openRedisRateStore(
  url: string,
  log: Log,
): Promise<RateStore & { close(): Promise<void> }> {
  const client = createRedisClient(url, log, 'rate-limits');
  await connectToRedis([client], log);
  const limiters = new Map(
    Object.entries(rateLimits).map(([name, { points, duration }]) => [
      name,
      new RateLimiterRedis({
        storeClient: client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        keyPrefix: `guildhall:rate:${name}`,
        points,
        duration,
      }),
    ]),
  );
  function getLimiter(name: RateLimitName): RateLimiterRedis {
    const limiter = limiters.get(name);
    if (!limiter) throw new Error(`There is no rate limit ${name}.`);
    return limiter;
  }
  return {
    async add(name, key, points) {
      const { consumedPoints, msBeforeNext } = await getLimiter(name).penalty(key, points);
      return { points: consumedPoints, msBeforeNext };
    },
    async giveBack(name, key) {
      await getLimiter(name).reward(key, 1);
    },
    async delete(name, key) {
      await getLimiter(name).delete(key);
    },
    async close() {
      if (client.isOpen) client.destroy();
    },
  };
}
