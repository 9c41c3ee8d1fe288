import { LRUCache } from 'lru-cache';
import type { Clock } from '../context-parts.ts';

/**
 * A cache of up to `max` values in this process, each for `ms` milliseconds by `clock`. When it is
 * full, the least recently used value is dropped.
 */
export function createTtlCache<Value extends NonNullable<unknown> = true>(
  clock: Clock,
  { max, ms }: { max: number; ms: number },
): LRUCache<string, Value> {
  const perf = { now: () => clock.now().getTime() };
  // The library includes the last millisecond.
  return new LRUCache({ max, ttl: ms - 1, ttlResolution: 0, perf });
}
