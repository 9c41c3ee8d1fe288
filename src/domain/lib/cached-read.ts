import { LRUCache } from 'lru-cache';
import type { BaseCtx, Clock } from '../base-context.ts';

type ReadCtx = Pick<BaseCtx, 'db' | 'clock'>;
type Value = NonNullable<unknown>;
type Read<Result extends Value = Value> = (ctx: ReadCtx) => Promise<Result>;

/** The results of all `cachedRead`s of a process, by the name of the read. */
export type ReadCache = LRUCache<string, Value, ReadCtx>;

/** More than the number of cached reads in the code. */
const readsMax = 100;

const reads = new Map<string, Read>();

/** Creates the cache for the results of `cachedRead`; one per process. */
export function createReadCache(clock: Clock): ReadCache {
  const perf = { now: () => clock.now().getTime() };
  return new LRUCache<string, Value, ReadCtx>({
    max: readsMax,
    ttlResolution: 0,
    perf,
    // Callers that wait for a read get its result although the cache was cleared meanwhile.
    ignoreFetchAbort: true,
    async fetchMethod(name, _, { options, context }) {
      const read = reads.get(name);
      if (!read) throw new Error(`There is no cached read ${name}.`);
      const start = perf.now();
      const result = await read(context);
      // The age counts from the start of the read. To the library, 0 means that a value never expires.
      options.ttl = Math.max(1, (options.ttl ?? 0) - (perf.now() - start));
      return result;
    },
  });
}

type ClearCtx = Pick<BaseCtx, 'events'> & { readCache: ReadCache };

export interface CachedRead<Result> {
  (ctx: ReadCtx & { readCache: ReadCache }): Promise<Result>;
  /** Clears the cached value here and publishes it to the other nodes, so that the next call reads again. */
  clear(ctx: ClearCtx): void;
}

/**
 * Caches a read whose result is the same for everybody, for `freshMs` milliseconds per process.
 * Simultaneous calls share one read. A failed read is not cached. No other read has the same name.
 */
export function cachedRead<Result extends Value>(
  name: string,
  freshMs: number,
  read: Read<Result>,
): CachedRead<Result> {
  if (reads.has(name)) throw new Error(`There are two cached reads ${name}.`);
  reads.set(name, read);
  const readCached = (ctx: ReadCtx & { readCache: ReadCache }) =>
    // The library includes the last millisecond.
    ctx.readCache.forceFetch(name, { ttl: freshMs - 1, context: ctx }) as Promise<Result>;
  return Object.assign(readCached, {
    clear({ readCache, events }: ClearCtx) {
      readCache.delete(name);
      events.publish({ type: 'read-outdated', read: name });
    },
  });
}
