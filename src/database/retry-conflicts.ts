import { setTimeout as pause } from 'node:timers/promises';
import { isConflict } from './postgres-errors.ts';

/** Far more than one lock order lets happen; few enough that a request still answers in time. */
const attemptsMax = 6;
/** The longest wait before the second attempt, in milliseconds; it doubles with each. */
const firstWaitMs = 10;

/**
 * Runs `attempt` again, a bounded number of times, when Postgres broke it off because of a conflict
 * with other transactions. Postgres has rolled it back then. The waits are random, so that two that
 * met do not meet again.
 */
export async function retryConflicts<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tried === attemptsMax || !isConflict(error)) throw error;
    }
    await pause(Math.random() * firstWaitMs * 2 ** (tried - 1));
  }
}
