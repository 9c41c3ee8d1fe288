import { setTimeout as pause } from 'node:timers/promises';
import { isConflict } from './postgres-errors.ts';

/**
 * More attempts than conflicts ever need, and few enough that a request still gets an answer in
 * time.
 */
const attemptsMax = 6;
/** The longest wait before the second attempt, in milliseconds. It doubles with each attempt. */
const firstWaitMs = 10;

/**
 * Runs `attempt` again, at most six times in all, when Postgres aborted it because of a conflict
 * with other transactions. The waits are random, so that the same transactions do not conflict
 * again.
 */
export async function retryConflicts<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === attemptsMax || !isConflict(error)) throw error;
    }
    await pause(Math.random() * firstWaitMs * 2 ** (attempts - 1));
  }
}
