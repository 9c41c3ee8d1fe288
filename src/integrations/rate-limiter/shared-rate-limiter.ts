import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type {
  RateCount,
  RateLimiter,
  RateLimitName,
  RateStore,
} from '#domain/accounts/rate-limiter.ts';
import type { Log } from '#domain/base-context.ts';
import { nodeConstants } from '#shared/constants/server/nodes.ts';
import { getRateLimit, rateLimits } from '#shared/constants/server/rate-limits.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { withTimeout } from '#shared/lib/with-timeout.ts';

/** For how long a caller above a limit is rejected without the store, in milliseconds. */
const rejectMs = 1_000;
const keysMax = 50_000;
const storeLimit = {
  ms: nodeConstants.rateLimiterTimeoutMs,
  message: 'The store of the rate limits did not answer in time.',
};

interface Options {
  store: RateStore;
  /** The number of living nodes, for the time in which the store does not work. */
  countNodes: () => number;
  log: Log;
}

/** Actions that this node may count itself until the window ends. */
interface Block {
  left: number;
}

/**
 * Creates a rate limiter whose counts all nodes share. While the store does not work, each node applies its
 * share of each limit in memory.
 */
export function createSharedRateLimiter({ store, countNodes, log }: Options): RateLimiter {
  const ownCounts = new Map(
    Object.entries(rateLimits).map(([name, { points, duration }]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points, duration }),
    ]),
  );
  const blocks = new LRUCache<string, Block>({ max: keysMax, ttlResolution: 0 });
  const rejected = new LRUCache<string, number>({ max: keysMax, ttlResolution: 0 });
  const taking = new Map<string, Promise<void>>();
  let pausedUntil = 0;

  /** Adds to the shared count; null if the store does not work. */
  async function addShared(name: RateLimitName, key: string, points: number) {
    return callStore(() => store.add(name, key, points));
  }

  async function callStore<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
    if (performance.now() < pausedUntil) return null;
    try {
      return await withTimeout(call(), storeLimit);
    } catch (error) {
      if (performance.now() >= pausedUntil) {
        log.warn({ err: error }, 'rate limits are not shared now; each node applies its share');
      }
      pausedUntil = performance.now() + nodeConstants.rateLimiterPauseMs;
      return null;
    }
  }

  async function countAlone(name: RateLimitName, key: string): Promise<void> {
    const share = Math.max(1, Math.floor(rateLimits[name].points / Math.max(1, countNodes())));
    const count = await ownCounts.get(name)?.penalty(key, 1);
    if (count && count.consumedPoints > share) throw createError(count.msBeforeNext);
  }

  async function takeOne(name: RateLimitName, key: string): Promise<void> {
    const count = await addShared(name, key, 1);
    if (!count) return countAlone(name, key);
    if (count.points > rateLimits[name].points) reject(name, key, count);
  }

  /** Takes a block for this node. The next `take` finds it, or the error is thrown to all that wait. */
  async function takeBlock(name: RateLimitName, key: string, size: number): Promise<boolean> {
    const count = await addShared(name, key, size);
    if (!count) return false;
    const before = count.points - size;
    const left = Math.min(size, rateLimits[name].points - before);
    if (left <= 0) reject(name, key, count);
    blocks.set(joinKey(name, key), { left }, { ttl: Math.max(1, count.msBeforeNext) });
    return true;
  }

  function reject(name: RateLimitName, key: string, { msBeforeNext }: RateCount): never {
    const ttl = Math.max(1, Math.min(rejectMs, msBeforeNext));
    rejected.set(joinKey(name, key), performance.now() + msBeforeNext, { ttl });
    throw createError(msBeforeNext);
  }

  async function takeFromBlock(name: RateLimitName, key: string, size: number): Promise<void> {
    const full = joinKey(name, key);
    for (;;) {
      const block = blocks.get(full);
      if (block && block.left > 0) {
        block.left -= 1;
        return;
      }
      let pending = taking.get(full);
      if (!pending) {
        pending = takeBlock(name, key, size)
          .then((isShared) => {
            if (!isShared) blocks.delete(full);
          })
          .finally(() => taking.delete(full));
        taking.set(full, pending);
      }
      await pending;
      if (!blocks.has(full)) return countAlone(name, key);
    }
  }

  return {
    async take(name, caller) {
      const key = hashCaller(caller);
      const rejectedUntil = rejected.get(joinKey(name, key));
      if (rejectedUntil !== undefined) throw createError(rejectedUntil - performance.now());
      const { block } = getRateLimit(name);
      if (block === undefined) await takeOne(name, key);
      else await takeFromBlock(name, key, block);
    },
    async giveBack(name, caller) {
      const key = hashCaller(caller);
      rejected.delete(joinKey(name, key));
      const done = await callStore(async () => {
        await store.giveBack(name, key);
        return true;
      });
      if (!done) await ownCounts.get(name)?.reward(key, 1);
    },
    async reset(name, caller) {
      const key = hashCaller(caller);
      rejected.delete(joinKey(name, key));
      await ownCounts.get(name)?.delete(key);
      await callStore(async () => {
        await store.delete(name, key);
        return true;
      });
    },
  };
}

function joinKey(name: RateLimitName, key: string): string {
  return `${name}:${key}`;
}

/** The text of a form may be too long for a key, or have characters that a database cannot store. */
function hashCaller(caller: string): string {
  return createHash('sha256').update(caller).digest('base64url').slice(0, 22);
}

function createError(msBeforeNext: number): AppError {
  return new AppError('rate-limited', { retryAfterMs: Math.max(1, msBeforeNext) });
}
