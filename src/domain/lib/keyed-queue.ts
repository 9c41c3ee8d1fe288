import { isAppError } from '#shared/errors/app-error.ts';

/** Lets the buyers of the same listing on this node buy one after the other. */
export interface KeyedQueue {
  /**
   * Runs `work` when no other job for `itemId` runs on this node. `gone` says that a job in front
   * of it bought the listing; then there is nothing left to buy.
   */
  take<Answer>(itemId: string, work: (gone: boolean) => Promise<Answer>): Promise<Answer>;
}

/** What a finished job says about the listing to the next one. */
type Outcome = 'gone' | 'still there' | 'unknown';

/**
 * Creates the queues of a node. Correctness does not depend on them: the write to the listing's row
 * decides, because other nodes have queues of their own. Without them, many buyers of one listing
 * would wait for its row on all of the node's connections, and everybody else would wait for a
 * connection.
 */
export function createKeyedQueue(): KeyedQueue {
  const running = new Map<string, Promise<Outcome>>();
  return {
    async take(itemId, work) {
      for (let previous = running.get(itemId); previous; previous = running.get(itemId)) {
        const outcome = await previous;
        if (outcome === 'gone') return work(true);
        // After an unexpected failure the jobs run without waiting: otherwise each would wait for
        // the failing database in turn.
        if (outcome === 'unknown') return work(false);
      }
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      running.set(itemId, promise);
      let outcome: Outcome = 'gone';
      try {
        return await work(false);
      } catch (error) {
        outcome = afterFailure(error);
        throw error;
      } finally {
        running.delete(itemId);
        resolve(outcome);
      }
    },
  };
}

function afterFailure(error: unknown): Outcome {
  if (!isAppError(error)) return 'unknown';
  return error.code === 'item-gone' ? 'gone' : 'still there';
}
