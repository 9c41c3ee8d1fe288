import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '#domain/accounts/passwords/password-hasher.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createFairQueue } from '../lib/fair-queue.ts';

/** OWASP's first choice of 2025 for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Room for a school of 300 that logs in at once; a hash takes some 20 ms. */
const room = { total: 800, perAddress: 400, perAccount: 8 };

/**
 * Hashes on the thread pool, at most `parallel` at once, so that neither the event loop nor the pool's
 * other users (files, name look-ups) wait for it. The others wait in a queue that is fair to addresses
 * and accounts; those for whom it has no room are refused at once.
 */
export function createHasher({ parallel = 2, waiting = room } = {}): PasswordHasher {
  const run = createFairQueue({
    parallel,
    waiting,
    refusal: () => new AppError('rate-limited', { retryAfterMs: 2_000 }),
  });
  return {
    hash: (password, caller) => run(caller, () => hash(password, parameters)),
    verify: (stored, password, caller) => run(caller, () => verify(stored, password)),
  };
}
