import type { Clock } from '#domain/base-context.ts';
import { createTtlCache } from '#domain/lib/ttl-cache.ts';

/** Creates the caches of the discussions; once per process. */
export function createDiscussionCaches(clock: Clock) {
  return {
    /** Lists and searches with more matches than are counted. The count is the slowest part of a page. */
    largeResults: createTtlCache(clock, { ms: 60_000, max: 2_000 }),
  };
}

export type DiscussionCaches = ReturnType<typeof createDiscussionCaches>;
