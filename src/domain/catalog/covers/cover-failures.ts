import type { Clock } from '#domain/base-context.ts';
import { createTtlCache } from '#domain/lib/ttl-cache.ts';
import { coverConstants } from '#shared/constants/catalog/covers.ts';

/** The maximum of remembered failures. Beyond it the least recently used are forgotten early. */
const entriesMax = 2_000;

/** Whether the picture itself cannot be used or its source failed. */
export type FailureCause = 'picture' | 'source';

interface SourceState {
  failures: number;
  /** Unix time in milliseconds until which the source is not called; 0 for no pause. */
  pausedUntil: number;
}

/**
 * Remembers failed pictures and sources in memory, so that a source that is down is not called for every
 * picture of a page, and a broken picture is not fetched for every reader.
 */
export function createCoverFailures(clock: Clock) {
  const failedCovers = createTtlCache<FailureCause>(clock, {
    max: entriesMax,
    ms: coverConstants.retryAfterFailureMs,
  });
  const sources = createTtlCache<SourceState>(clock, {
    max: entriesMax,
    ms: coverConstants.pauseMaxMs,
  });
  const now = () => clock.now().getTime();

  return {
    /** Why a picture failed recently; null if it did not. */
    getFailureCause(key: string): FailureCause | null {
      return failedCovers.get(key) ?? null;
    },

    recordFailure(key: string, cause: FailureCause): void {
      failedCovers.set(key, cause);
    },

    /** Milliseconds until a source may be called again; 0 for now. */
    getSourcePauseMs: (origin: string): number =>
      Math.max((sources.get(origin)?.pausedUntil ?? 0) - now(), 0),

    /** Records a failed call; `limited` if the source asked us to call later. */
    recordSourceFailure(origin: string, limited: boolean, retryAfterMs: number | null): void {
      const failures = (sources.get(origin)?.failures ?? 0) + 1;
      const pauses = limited || failures >= coverConstants.consecutiveFailuresMax;
      const ms = Math.min(
        retryAfterMs ?? coverConstants.retryAfterFailureMs,
        coverConstants.pauseMaxMs,
      );
      sources.set(origin, { failures, pausedUntil: pauses ? now() + ms : 0 });
    },

    recordSourceSuccess(origin: string): void {
      sources.delete(origin);
    },
  };
}
