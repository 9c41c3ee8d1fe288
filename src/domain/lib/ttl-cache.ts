import { LRUCache } from 'lru-cache';
import type { Clock } from '../base-context.ts';

/**
 * Remembers up to `max` things in this process, each for `ms` milliseconds by `clock`; beyond, the least
 * recently used are forgotten early.
 */
export function createTtlCache<Value extends NonNullable<unknown> = true>(
  clock: Clock,
  { max, ms }: { max: number; ms: number },
): LRUCache<string, Value> {
  const perf = { now: () => clock.now().getTime() };
  // The library counts the last millisecond in.
  return new LRUCache({ max, ttl: ms - 1, ttlResolution: 0, perf });
}
