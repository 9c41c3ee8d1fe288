import { expect, test } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

test('each key has its own budget, which a success gives back', async () => {
  const limits = createRateLimiter();
  const spend = async (key: string) => {
    for (let tries = 0; tries < 10; tries += 1) {
      await limits.take('login-by-account-and-address', key);
    }
  };
  await spend('ada');
  await expect(limits.take('login-by-account-and-address', 'ada')).rejects.toMatchObject({
    code: 'rate-limited',
    status: 429,
    message: 'Rate limit exceeded. Please try again later.',
  });
  await limits.take('login-by-account-and-address', 'grace');
  await limits.take('login-by-address', 'ada');
  await limits.reset('login-by-account-and-address', 'ada');
  await spend('ada');
});
