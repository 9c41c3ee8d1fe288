import pino from 'pino';
import { expect, test } from 'vitest';
import type { RateStore } from '#domain/accounts/rate-limiter.ts';
import { createSharedRateLimiter } from './shared-rate-limiter.ts';

const log = pino({ level: 'silent' });

test('while the store fails, each of three nodes applies a third of a limit, and of a limit of 1 all', async () => {
  let calls = 0;
  const fail = () => {
    calls += 1;
    return Promise.reject(new Error('the store is down'));
  };
  const store: RateStore = { add: fail, giveBack: fail, delete: fail };
  const limiter = createSharedRateLimiter({ store, countNodes: () => 3, log });
  for (let index = 0; index < 3; index += 1) await limiter.take('comment-by-account', 'ada');
  await expect(limiter.take('comment-by-account', 'ada')).rejects.toMatchObject({
    code: 'rate-limited',
  });
  for (let index = 0; index < 80; index += 1) await limiter.take('socket-events-by-account', 'ada');
  await expect(limiter.take('socket-events-by-account', 'ada')).rejects.toMatchObject({
    code: 'rate-limited',
  });
  // After a failure the store is not called for a while, so that no action waits for it.
  expect(calls).toBe(1);
});

test('while the store fails, a limit of 10 is not exceeded over three nodes', async () => {
  const fail = () => Promise.reject(new Error('the store is down'));
  const store: RateStore = { add: fail, giveBack: fail, delete: fail };
  const nodes = [1, 2, 3].map(() => createSharedRateLimiter({ store, countNodes: () => 3, log }));
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => nodes[index % 3]?.take('comment-by-account', 'ada')),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
});

test('a store that does not answer delays one action, and the next ones do not wait for it', async () => {
  let calls = 0;
  const never = () => {
    calls += 1;
    return new Promise<never>(() => {});
  };
  const store: RateStore = { add: never, giveBack: never, delete: never };
  const limiter = createSharedRateLimiter({ store, countNodes: () => 1, log });
  await limiter.take('comment-by-account', 'ada');
  await limiter.take('comment-by-account', 'ada');
  expect(calls).toBe(1);
});

test('a caller above a limit that goes on does not reach the store each time', async () => {
  let points = 0;
  let calls = 0;
  const store: RateStore = {
    add(_name, _key, added) {
      calls += 1;
      points += added;
      return Promise.resolve({ points, msBeforeNext: 60_000 });
    },
    giveBack: () => Promise.resolve(),
    delete: () => Promise.resolve(),
  };
  const limiter = createSharedRateLimiter({ store, countNodes: () => 1, log });
  for (let index = 0; index < 10; index += 1) await limiter.take('comment-by-account', 'ada');
  for (let index = 0; index < 100; index += 1) {
    await expect(limiter.take('comment-by-account', 'ada')).rejects.toMatchObject({
      code: 'rate-limited',
    });
  }
  expect(calls).toBeLessThan(15);
});
