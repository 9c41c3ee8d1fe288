import type { rateLimits } from '#shared/constants/server/rate-limits.ts';

/** The counted actions. */
export type RateLimitName = keyof typeof rateLimits;

export interface RateLimiter {
  /**
   * Takes one action from the budget of `key`.
   * @throws AppError `rate-limited` with the time until the next try.
   */
  take(name: RateLimitName, key: string): Promise<void>;
  /** Gives one action back to the budget of `key`. */
  giveBack(name: RateLimitName, key: string): Promise<void>;
  /** Restores the whole budget of `key`, after a success that shows the tries were honest. */
  reset(name: RateLimitName, key: string): Promise<void>;
}

/** The counts that all nodes share. */
export interface RateStore {
  /** Adds actions and returns the count of the window, and when the window ends. */
  add(name: RateLimitName, key: string, points: number): Promise<RateCount>;
  /** Takes one action away. */
  giveBack(name: RateLimitName, key: string): Promise<void>;
  delete(name: RateLimitName, key: string): Promise<void>;
}

export interface RateCount {
  points: number;
  msBeforeNext: number;
}
