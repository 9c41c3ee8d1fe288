import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import { rateLimits } from '#shared/constants/server/rate-limits.ts';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * Creates a rate limiter that counts in this process. `scale` multiplies every limit, for demo
 * data and tests.
 */
export function createRateLimiter(scale = 1): RateLimiter {
  const limiters = new Map(
    Object.entries(rateLimits).map(([name, { points, duration }]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points: points * scale, duration }),
    ]),
  );
  return {
    async take(name, key) {
      try {
        await limiters.get(name)?.consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new AppError('rate-limited', { retryAfterMs: error.msBeforeNext });
      }
    },
    async giveBack(name, key) {
      await limiters.get(name)?.reward(key, 1);
    },
    async reset(name, key) {
      await limiters.get(name)?.delete(key);
    },
  };
}
