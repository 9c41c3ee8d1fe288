/** For whom a password is hashed. A caller with many requests does not delay other callers. */
export interface HashCaller {
  /** The IP address of the request. */
  address: string;
  /** The username, email address or id of the account, in lower case. */
  account: string;
}

export interface PasswordHasher {
  /**
   * Hashes a password.
   * @throws AppError `rate-limited` when this caller, or all callers together, have too many hashes in
   * progress, so that a flood of logins does not slow the site.
   */
  hash(password: string, caller: HashCaller): Promise<string>;
  /** Whether the password matches the hash. @throws AppError `rate-limited`, as `hash`. */
  verify(hash: string, password: string, caller: HashCaller): Promise<boolean>;
}
