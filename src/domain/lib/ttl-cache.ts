import { LRUCache } from 'lru-cache';
import type { Clock } from '../base-context.ts';

/**
 * Creates a cache in the memory of this process. It has up to `max` values, and each expires after `ms`
 * milliseconds by `clock`. When the cache is full, the least recently used value is removed.
 */
export function createTtlCache<Value extends NonNullable<unknown> = true>(
  clock: Clock,
  { max, ms }: { max: number; ms: number },
): LRUCache<string, Value> {
  const perf = { now: () => clock.now().getTime() };
  // The library returns a value until its age is greater than `ttl`. Here it expires at the age `ms`.
  // With `max`, the library would reserve memory for all values at once.
  const size = { maxSize: max, sizeCalculation: () => 1 };
  return new LRUCache({ ...size, ttl: ms - 1, ttlResolution: 0, perf });
}
