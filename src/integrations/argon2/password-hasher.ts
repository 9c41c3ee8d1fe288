import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '#domain/accounts/passwords/password-hasher.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createFairQueue } from '../lib/fair-queue.ts';

/** OWASP's first recommendation of 2025 for argon2id: 19 MiB, two iterations, one lane. */
const recommendedCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * How many may wait. Enough for a school of 300 players that log in at the same time; a hash takes
 * about 20 ms.
 */
const queueSizes = { total: 800, perAddress: 400, perAccount: 8 };

/**
 * Hashes passwords on the thread pool, at most `parallel` at once, so that neither the event loop
 * nor other users of the pool (files, DNS) wait. Further calls wait in a fair queue of IP addresses
 * and accounts.
 * @throws AppError `rate-limited` when the queue has no place.
 */
export function createPasswordHasher({
  parallel = 2,
  waiting = queueSizes,
  cost = recommendedCost,
} = {}): PasswordHasher {
  const run = createFairQueue({
    parallel,
    waiting,
    createError: () => new AppError('rate-limited', { retryAfterMs: 2_000 }),
  });
  return {
    hash: (password, caller) => run(caller, () => hash(password, cost)),
    verify: (stored, password, caller) => run(caller, () => verify(stored, password)),
  };
}
