/** The counted actions. Each has its own budget in `integrations/rate-limiter`. */
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
   * Takes one action from the budget of `key`.
   * @throws AppError `rate-limited` with the time until the next try.
   */
  take(name: RateLimitName, key: string): Promise<void>;
  /** Gives one action back to the budget of `key`. */
  giveBack(name: RateLimitName, key: string): Promise<void>;
  /** Restores the whole budget of `key`, after a success that shows the tries were honest. */
  reset(name: RateLimitName, key: string): Promise<void>;
}
