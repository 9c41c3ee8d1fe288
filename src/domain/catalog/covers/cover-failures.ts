import type { Clock } from '#domain/base-context.ts';
import { createTtlCache } from '#domain/lib/ttl-cache.ts';
import { coverConstants } from '#shared/constants/covers.ts';

/** So many are remembered; beyond, the least asked for are tried again a little early. */
const rememberedMax = 2_000;

/** The picture itself is at fault, or whoever has it. */
export type Fault = 'picture' | 'source';

interface Rest {
  failures: number;
  until: number;
}

/**
 * Remembers in memory what could not be had, so that a page of pictures does not hammer a source that is
 * down, nor a picture that is broken be fetched for every reader.
 */
export function createCoverFailures(clock: Clock) {
  /** Why a picture is left alone for now. */
  const missing = createTtlCache<Fault>(clock, { max: rememberedMax, ms: coverConstants.missedMs });
  const sources = createTtlCache<Rest>(clock, { max: rememberedMax, ms: coverConstants.restMaxMs });
  const now = () => clock.now().getTime();

  return {
    /** Why a picture is left alone for now; null where it is not. */
    faultOf(key: string): Fault | null {
      return missing.get(key) ?? null;
    },

    missed(key: string, fault: Fault): void {
      missing.set(key, fault);
    },

    /** Milliseconds until a source is worth asking; 0 for at once. */
    restOf: (origin: string): number => Math.max((sources.get(origin)?.until ?? 0) - now(), 0),

    /** A source gave no answer; `limited` is its own word to come back later. */
    failed(origin: string, limited: boolean, retryAfterMs: number | null): void {
      const failures = (sources.get(origin)?.failures ?? 0) + 1;
      const rests = limited || failures >= coverConstants.failuresInRow;
      const ms = Math.min(retryAfterMs ?? coverConstants.missedMs, coverConstants.restMaxMs);
      sources.set(origin, { failures, until: rests ? now() + ms : 0 });
    },

    answered(origin: string): void {
      sources.delete(origin);
    },
  };
}
