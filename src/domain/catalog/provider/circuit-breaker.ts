import type { Clock, Log } from '#domain/base-context.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import type { ProviderProblem } from '#shared/errors/catalog-provider-error.ts';

const logTexts: Record<ProviderProblem, string> = {
  unavailable: 'the catalog provider cannot be reached; stored answers are shown',
  limited: 'the catalog provider limits our calls; stored answers are shown',
  refused: 'the catalog provider refuses RAWG_API_KEY: check the setting; stored answers are shown',
  malformed: 'the answers of the catalog provider cannot be read; stored answers are shown',
};

/**
 * Stops calls to a provider that fails. After several failures no call is made for a while; then a single
 * trial call decides whether the provider is back. Only changes of its state are logged.
 */
export function createCircuitBreaker(clock: Clock, log: Log) {
  let failures = 0;
  let pauses = 0;
  let pausedUntil = 0;
  /** Whether the trial call after a pause is running. */
  let trialRunning = false;
  let currentProblem: ProviderProblem | null = null;

  const isPaused = () => clock.now().getTime() < pausedUntil;

  /** How long a failure stops calls, in milliseconds. Simultaneous failures count as one. */
  function pauseAfter(problem: ProviderProblem, retryAfterMs: number | null): number {
    if (problem === 'refused') return catalogProviderConstants.pauseMaxMs;
    if (problem === 'limited' && retryAfterMs) {
      return Math.min(retryAfterMs, catalogProviderConstants.retryAfterMaxMs);
    }
    if (isPaused()) return 0;
    const mustPause =
      problem === 'limited' ||
      trialRunning ||
      failures >= catalogProviderConstants.consecutiveFailuresMax;
    return mustPause
      ? Math.min(
          catalogProviderConstants.pauseMinMs * 2 ** pauses,
          catalogProviderConstants.pauseMaxMs,
        )
      : 0;
  }

  return {
    /** Whether a call may be made now. If so, the caller must then call `succeeded`, `failed` or `leave`. */
    enter(): boolean {
      if (isPaused() || trialRunning) return false;
      trialRunning = pauses > 0;
      return true;
    },

    /** Reports that the call was not made. */
    leave(): void {
      trialRunning = false;
    },

    succeeded(): void {
      if (currentProblem) log.info({}, 'the catalog provider answers again');
      failures = 0;
      pauses = 0;
      trialRunning = false;
      currentProblem = null;
    },

    failed(problem: ProviderProblem, retryAfterMs: number | null, detail: string): void {
      failures += 1;
      if (problem !== currentProblem) {
        const level = problem === 'refused' ? 'error' : 'warn';
        log[level]({ problem, detail: detail.slice(0, 300) }, logTexts[problem]);
      }
      currentProblem = problem;
      const ms = pauseAfter(problem, retryAfterMs);
      if (ms > 0 && !isPaused()) pauses += 1;
      pausedUntil = Math.max(pausedUntil, clock.now().getTime() + ms);
      trialRunning = false;
    },
  };
}
