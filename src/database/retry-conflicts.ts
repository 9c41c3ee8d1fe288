import { retry } from '#shared/lib/retry.ts';
import { isConflict } from './postgres-errors.ts';

/**
 * More attempts than conflicts ever need, and few enough that a request still gets an answer in
 * time.
 */
const attemptsMax = 6;
/** The longest wait before the second attempt, in milliseconds. It doubles with each attempt. */
const firstWaitMs = 10;
/** After a lost connection the next attempt waits for a new one, so few are enough. */
const lostAttemptsMax = 3;
/** No attempt starts later than this after a lost connection. */
const lostDeadlineMs = 10_000;

/**
 * Runs `work` again, at most six times in all, when Postgres aborted it because of a conflict
 * with other transactions. The waits are random, so that the same transactions do not conflict
 * again. Work that failed with an error for which `isHarmless` returns true runs again too, at most three
 * times in all.
 */
export function retryConflicts<Answer>(
  work: () => Promise<Answer>,
  isHarmless: (error: unknown) => boolean = () => false,
): Promise<Answer> {
  const started = performance.now();
  return retry(work, {
    attempts: attemptsMax,
    waitMs(error, attempt) {
      if (isConflict(error)) return Math.random() * firstWaitMs * 2 ** (attempt - 1);
      if (!isHarmless(error)) return null;
      const isLate = performance.now() - started > lostDeadlineMs;
      return isLate || attempt >= lostAttemptsMax ? null : firstWaitMs * 10 ** (attempt - 1);
    },
  });
}
