import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';

interface Bounds {
  atOnce: number;
  waitingMax: number;
}

/**
 * Runs at most `atOnce` jobs at the same time, in order of arrival, while at most `waitingMax` jobs
 * wait. A job that waited begins in a later turn of the event loop: jobs that need nothing but the processor
 * would otherwise all run in one turn, in which the requests of others are not even read.
 */
export function createConcurrencyLimiter({ atOnce, waitingMax }: Bounds) {
  const limit = pLimit(atOnce);

  /** Returns the result of `work`, or `full` at once when too many jobs wait already. */
  return async function runLimited<Result, Full>(
    work: () => Promise<Result>,
    full: Full,
  ): Promise<Result | Full> {
    const ahead = limit.activeCount + limit.pendingCount;
    if (ahead >= atOnce + waitingMax) return full;
    if (ahead < atOnce) return limit(work);
    return limit(async () => {
      await nextTurn();
      return work();
    });
  };
}

/** A concurrency limiter for each name. A limiter is dropped when it has no jobs. */
export function createConcurrencyLimiters(bounds: Bounds) {
  const limiters = new Map<
    string,
    { pass: ReturnType<typeof createConcurrencyLimiter>; inside: number }
  >();

  return async function runLimited<Result, Full>(
    name: string,
    work: () => Promise<Result>,
    full: Full,
  ): Promise<Result | Full> {
    const limiter = limiters.get(name) ?? { pass: createConcurrencyLimiter(bounds), inside: 0 };
    limiters.set(name, limiter);
    limiter.inside += 1;
    try {
      return await limiter.pass(work, full);
    } finally {
      limiter.inside -= 1;
      if (limiter.inside === 0) limiters.delete(name);
    }
  };
}
