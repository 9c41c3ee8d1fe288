/** How often work is repeated, and after which errors. */
export interface RetryOptions {
  /** How often the work runs at most, the first time included. */
  attempts: number;
  /**
   * The wait in milliseconds before the next attempt, when attempt number `attempt` (1, 2 …) failed
   * with `error`. Null when a repetition is of no use.
   */
  waitMs: (error: unknown, attempt: number) => number | null;
  /** No attempt starts after this time of `performance.now()`. */
  deadline?: number;
  /** Called before the wait. */
  onRetry?: (error: unknown) => void;
}

/**
 * Runs `work` with the number of the attempt until it succeeds.
 * @throws the error of the last attempt.
 */
export async function retry<Result>(
  work: (attempt: number) => Promise<Result>,
  { attempts, waitMs, deadline, onRetry }: RetryOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      const wait = attempt < attempts ? waitMs(error, attempt) : null;
      if (wait === null) throw error;
      if (deadline !== undefined && performance.now() + wait >= deadline) throw error;
      onRetry?.(error);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
