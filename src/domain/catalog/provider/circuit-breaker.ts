import type { Clock, Log } from '#domain/base-context.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';
import type { ProviderProblem } from '#shared/errors/catalog-provider-error.ts';

const told: Record<ProviderProblem, string> = {
  unavailable: 'the games database cannot be reached; what is kept is shown',
  limited: 'the games database limits us; what is kept is shown',
  refused: 'the games database refuses RAWG_API_KEY: check the setting; what is kept is shown',
  malformed: 'what the games database answers cannot be read; what is kept is shown',
};

/**
 * Keeps a source that fails from being asked by every page: after failures nothing is asked for a
 * while, then one call tries whether it is back. The log hears of changes alone.
 */
export function createBreaker(clock: Clock, log: Log) {
  let failures = 0;
  let rests = 0;
  let restsUntil = 0;
  /** Whether the one call after a rest is under way. */
  let trying = false;
  let known: ProviderProblem | null = null;

  const isResting = () => clock.now().getTime() < restsUntil;

  /** For how long a failure lets the source alone; many that fail at once are one reason to rest. */
  function restAfter(trouble: ProviderProblem, retryAfterMs: number | null): number {
    if (trouble === 'refused') return catalogProviderConstants.restMaxMs;
    if (trouble === 'limited' && retryAfterMs) {
      return Math.min(retryAfterMs, catalogProviderConstants.retryAfterMaxMs);
    }
    if (isResting()) return 0;
    const enough =
      trouble === 'limited' || trying || failures >= catalogProviderConstants.failuresInRow;
    return enough
      ? Math.min(
          catalogProviderConstants.restMinMs * 2 ** rests,
          catalogProviderConstants.restMaxMs,
        )
      : 0;
  }

  return {
    /** Whether a call may be made now; who is let in says afterwards how it went, or leaves. */
    enter(): boolean {
      if (isResting() || trying) return false;
      trying = rests > 0;
      return true;
    },

    /** The call was not made after all. */
    leave(): void {
      trying = false;
    },

    succeeded(): void {
      if (known) log.info({}, 'the games database answers again');
      failures = 0;
      rests = 0;
      trying = false;
      known = null;
    },

    failed(trouble: ProviderProblem, retryAfterMs: number | null, detail: string): void {
      failures += 1;
      if (trouble !== known) {
        const level = trouble === 'refused' ? 'error' : 'warn';
        log[level]({ trouble, detail: detail.slice(0, 300) }, told[trouble]);
      }
      known = trouble;
      const ms = restAfter(trouble, retryAfterMs);
      if (ms > 0 && !isResting()) rests += 1;
      restsUntil = Math.max(restsUntil, clock.now().getTime() + ms);
      trying = false;
    },
  };
}
