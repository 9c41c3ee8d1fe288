/** What is counted against abuse, each with its own budget in `adapters/limits.ts`. */
export type RateLimitName =
  | 'login-by-account'
  | 'login-by-account-and-address'
  | 'login-by-device'
  | 'login-by-address'
  | 'anonymous-by-address'
  | 'register-by-address'
  | 'register-by-account'
  | 'guest-by-address'
  | 'reset-by-account'
  | 'reset-by-address'
  | 'link-by-address'
  | 'comment-by-account'
  | 'discussion-by-account'
  | 'discussion-edit-by-account'
  | 'discussion-comment-by-account'
  | 'discussion-search-by-account'
  | 'discussion-search-by-address'
  | 'friend-requests-by-account'
  | 'chat-by-account'
  | 'socket-events-by-account'
  | 'socket-connections-by-account'
  | 'missed-by-account'
  | 'play-start-by-account'
  | 'upload-by-address'
  | 'upload-by-account'
  | 'heavy-picture-by-account'
  | 'hosted-post-by-account'
  | 'function-by-caller'
  | 'function-by-address'
  | 'heavy-function-by-account'
  | 'heavy-function-by-address'
  | 'upload-by-key'
  | 'files-by-address'
  | 'games-database-by-address'
  | 'games-database-by-address-daily';

export interface RateLimiter {
  /**
   * Takes one from the budget of `key`.
   * @throws Refusal `rate-limited` with the time until the next try.
   */
  take(name: RateLimitName, key: string): Promise<void>;
  /** Gives one back, of what turned out not to count. */
  giveBack(name: RateLimitName, key: string): Promise<void>;
  /** Gives the budget of `key` back, after a success that shows the tries were honest. */
  reset(name: RateLimitName, key: string): Promise<void>;
}
