import { isAppError } from '#shared/errors/app-error.ts';

/** Who on this node wants the same listing goes one after the other. */
export interface KeyedQueue {
  /**
   * Runs `work` when nobody else on this node tries to buy `itemId`. It is told whether the listing
   * went to somebody who waited in front of it: then there is nothing left to try.
   */
  take<Answer>(itemId: string, work: (gone: boolean) => Promise<Answer>): Promise<Answer>;
}

/** What the next in line may count on after a try. */
type Outcome = 'gone' | 'still there' | 'unknown';

/**
 * Makes the lines of a node. They settle nothing, the listing's row does, as other nodes know nothing of
 * them: without them a crowd at one listing waits for its row in all connections that the node has,
 * and everybody else waits for a connection.
 */
export function createKeyedQueue(): KeyedQueue {
  const trying = new Map<string, Promise<Outcome>>();
  return {
    async take(itemId, work) {
      for (let ahead = trying.get(itemId); ahead; ahead = trying.get(itemId)) {
        const outcome = await ahead;
        if (outcome === 'gone') return work(true);
        // A database that fails or hangs is not waited for once by each in turn.
        if (outcome === 'unknown') return work(false);
      }
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      trying.set(itemId, promise);
      let outcome: Outcome = 'gone';
      try {
        return await work(false);
      } catch (error) {
        outcome = afterFailure(error);
        throw error;
      } finally {
        trying.delete(itemId);
        resolve(outcome);
      }
    },
  };
}

function afterFailure(error: unknown): Outcome {
  if (!isAppError(error)) return 'unknown';
  return error.code === 'item-gone' ? 'gone' : 'still there';
}
