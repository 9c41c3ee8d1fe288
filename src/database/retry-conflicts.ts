import { retry } from '#shared/lib/retry.ts';
import { isConflict } from './postgres-errors.ts';

/**
 * More attempts than conflicts ever need, and few enough that a request still gets an answer in
 * time.
 */
const attemptsMax = 6;
/** The longest wait before the second attempt, in milliseconds. It doubles with each attempt. */
const firstWaitMs = 10;

/**
 * Runs `work` again, at most six times in all, when Postgres aborted it because of a conflict
 * with other transactions. The waits are random, so that the same transactions do not conflict
 * again.
 */
export function retryConflicts<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return retry(work, {
    attempts: attemptsMax,
    waitMs: (error, attempt) =>
      isConflict(error) ? Math.random() * firstWaitMs * 2 ** (attempt - 1) : null,
  });
}
