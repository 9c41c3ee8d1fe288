import type { Database } from '#database/client.ts';
import type { Ctx } from '../context.ts';

interface KeptRead<Kept> {
  (ctx: Pick<Ctx, 'db' | 'clock'>): Promise<Kept>;
  /** Has it read anew for whoever asks from now on. */
  forget(ctx: Pick<Ctx, 'db'>): void;
}

/**
 * Makes a read that is the same for everybody, and as costly as it is often asked for, at most
 * `freshMs` old on each database. Who asks while it is being read waits for that; a failure is not kept.
 */
export function cachedRead<Kept>(
  freshMs: number,
  read: (ctx: Pick<Ctx, 'db' | 'clock'>) => Promise<Kept>,
): KeptRead<Kept> {
  const kept = new WeakMap<Database, { until: number; answer: Promise<Kept> }>();
  const ask = (ctx: Pick<Ctx, 'db' | 'clock'>) => {
    const now = ctx.clock.now().getTime();
    const last = kept.get(ctx.db);
    if (last && now < last.until) return last.answer;
    const next = { until: now + freshMs, answer: read(ctx) };
    kept.set(ctx.db, next);
    next.answer.catch(() => {
      if (kept.get(ctx.db) === next) kept.delete(ctx.db);
    });
    return next.answer;
  };
  return Object.assign(ask, { forget: ({ db }: Pick<Ctx, 'db'>) => void kept.delete(db) });
}

/** Makes what is asked for by some words when it is first needed, and keeps it: most is never needed. */
export function memoizeByKey<Words extends (string | number)[], Kept extends NonNullable<unknown>>(
  make: (...words: Words) => Kept,
): (...words: Words) => Kept {
  const made = new Map<string, Kept>();
  return (...words) => {
    const name = words.join();
    const kept = made.get(name) ?? make(...words);
    made.set(name, kept);
    return kept;
  };
}
