import { isAppError } from '#shared/errors/app-error.ts';

/** Lets jobs about the same listing or the same order book on this node run one after the other. */
export interface KeyedQueue {
  /**
   * Runs `work` when no other job for `key` runs on this node. `gone` says that a job in front of it bought
   * the listing; then there is nothing left to buy. A job with `leavesMore` does not say that to the next.
   */
  take<Answer>(
    key: string,
    work: (gone: boolean) => Promise<Answer>,
    options?: { leavesMore: boolean },
  ): Promise<Answer>;
}

/** What a finished job says about the listing to the next one. */
type Outcome = 'gone' | 'still there' | 'unknown';

/**
 * Creates the queues of a node. Correctness does not depend on them: locks in the database decide, because
 * other nodes have queues of their own. Without them, many buyers of one listing, or many orders for one
 * card, would wait for the same lock on all of the node's connections, and everybody else would wait for a
 * connection.
 */
export function createKeyedQueue(): KeyedQueue {
  const running = new Map<string, Promise<Outcome>>();
  return {
    async take(key, work, { leavesMore } = { leavesMore: false }) {
      for (let previous = running.get(key); previous; previous = running.get(key)) {
        const outcome = await previous;
        if (outcome === 'gone') return work(true);
        // After an unexpected failure the jobs run without waiting: otherwise each would wait for
        // the failing database in turn.
        if (outcome === 'unknown') return work(false);
      }
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      running.set(key, promise);
      let outcome: Outcome = leavesMore ? 'still there' : 'gone';
      try {
        return await work(false);
      } catch (error) {
        outcome = afterFailure(error);
        throw error;
      } finally {
        running.delete(key);
        resolve(outcome);
      }
    },
  };
}

function afterFailure(error: unknown): Outcome {
  if (!isAppError(error)) return 'unknown';
  return error.code === 'item-gone' ? 'gone' : 'still there';
}
