import type { Database } from '#database/client.ts';
import type { Ctx } from '../context.ts';

interface CachedRead<Value> {
  (ctx: Pick<Ctx, 'db' | 'clock'>): Promise<Value>;
  /** Clears the cached value, so that the next call reads again. */
  clear(ctx: Pick<Ctx, 'db'>): void;
}

/**
 * Caches a read whose result is the same for everybody, for `freshMs` milliseconds per database.
 * Simultaneous calls share one read. A failed read is not cached.
 */
export function cachedRead<Value>(
  freshMs: number,
  read: (ctx: Pick<Ctx, 'db' | 'clock'>) => Promise<Value>,
): CachedRead<Value> {
  const cache = new WeakMap<Database, { until: number; value: Promise<Value> }>();
  const readCached = (ctx: Pick<Ctx, 'db' | 'clock'>) => {
    const now = ctx.clock.now().getTime();
    const last = cache.get(ctx.db);
    if (last && now < last.until) return last.value;
    const next = { until: now + freshMs, value: read(ctx) };
    cache.set(ctx.db, next);
    next.value.catch(() => {
      if (cache.get(ctx.db) === next) cache.delete(ctx.db);
    });
    return next.value;
  };
  return Object.assign(readCached, {
    clear: ({ db }: Pick<Ctx, 'db'>) => void cache.delete(db),
  });
}

/** Caches the results of `make` by its arguments. */
export function memoizeByKey<Args extends (string | number)[], Value extends NonNullable<unknown>>(
  make: (...args: Args) => Value,
): (...args: Args) => Value {
  const values = new Map<string, Value>();
  return (...args) => {
    const key = args.join();
    const value = values.get(key) ?? make(...args);
    values.set(key, value);
    return value;
  };
}
