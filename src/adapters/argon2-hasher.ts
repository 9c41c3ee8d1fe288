import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '#domain/accounts/password-hasher.ts';
import { Refusal } from '#shared/refusals.ts';

/** OWASP's first choice of 2025 for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes on the thread pool, at most `parallel` at once, so that neither the event loop nor the pool's
 * other users (files, name look-ups) wait for it. At most `waiting` more stand in line; the rest are
 * refused at once.
 */
export function createHasher({ parallel = 2, waiting = 16 } = {}): PasswordHasher {
  let running = 0;
  const line: (() => void)[] = [];

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= parallel) {
      if (line.length >= waiting) throw new Refusal('rate-limited', { retryAfterMs: 2_000 });
      await new Promise<void>((resolve) => line.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The place passes straight to the next in line, so that nobody slips in between.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, parameters)),
    verify: (stored, password) => inTurn(() => verify(stored, password)),
  };
}
